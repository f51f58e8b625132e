import { existsSync } from 'node:fs';
import { basename } from 'node:path';

/** Words that hide what the field has a term for, with the term. They are refused in names that are declared here and in file names. */
const inNames = {
  anew: 'again, or rebuild',
  aside: 'quarantined',
  barriers: 'accessibility',
  deed: 'command',
  fate: 'outcome',
  fewest: 'min',
  kept: 'saved, stored or cached',
  longest: 'max',
  nobodys: 'what it is without',
  patience: 'timeout',
  patient: 'timeout',
  says: 'description, message or text',
  scenery: 'fixture or seed data',
  seal: 'encrypt',
  sow: 'seed',
  standing: 'status',
  strikes: 'faults',
  tell: 'report, show or notify',
  tells: 'report, show or notify',
  told: 'reported, shown or answered',
  whoever: 'a role',
  workshop: 'fixture',
  wrongs: 'violations',
};

/** The same for sentences that people read: labels, messages and test titles. */
const inTexts = {
  anew: 'again',
  'be told': 'be shown',
  'finished html': 'server-rendered HTML',
  'found out': 'found',
  'on the average': 'on average',
  patience: 'timeout',
  'set aside': 'quarantined',
  'taken back': 'undone',
  'too many tries': 'too many attempts',
  whoever: 'the role',
};

const plainEnglish = {
  meta: { type: 'suggestion', schema: [], messages: { banned: '"{{word}}" is {{instead}}.' } },
  create(context) {
    const { sourceCode } = context;

    const report = (node, word, instead) =>
      context.report({ node, messageId: 'banned', data: { word, instead } });

    function checkName(node, name) {
      for (const word of name.split(/(?=[A-Z])|[^A-Za-z]+/).map((part) => part.toLowerCase()))
        if (Object.hasOwn(inNames, word)) report(node, word, inNames[word]);
    }

    function checkText(node, text) {
      // One word is an identifier or a value of the wire.
      if (!/\s/.test(text.trim())) return;
      for (const [phrase, instead] of Object.entries(inTexts))
        if (new RegExp(`\\b${phrase}\\b`, 'i').test(text)) report(node, phrase, instead);
    }

    const checkKey = ({ key, computed }) => {
      if (!computed && key.type === 'Identifier') checkName(key, key.name);
    };

    return {
      Program(node) {
        checkName(node, basename(context.filename).replace(/\..*/, ''));
        for (const { variables } of sourceCode.scopeManager.scopes)
          for (const { defs, name } of variables)
            for (const { name: id, type } of defs)
              if (type !== 'ImportBinding') checkName(id, name);
      },
      TSPropertySignature: checkKey,
      TSMethodSignature: checkKey,
      PropertyDefinition: checkKey,
      MethodDefinition: checkKey,
      Literal: (node) => typeof node.value === 'string' && checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.cooked ?? ''),
      JSXText: (node) => checkText(node, node.value),
    };
  },
};

/** Test files share their modules, so that a mock of one would reach the others. */
const mocksInMockedFiles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { misplaced: 'A test file that mocks a module is named *.mocked.test.tsx.' },
  },
  create: (context) => ({
    CallExpression(node) {
      const { object, property } = node.callee;
      if (object?.name === 'vi' && property.name === 'mock')
        context.report({ node, messageId: 'misplaced' });
    },
  }),
};

/** Methods of locators and pages of a browser that read the present state once. */
const readings = new Set([
  ...['allInnerTexts', 'allTextContents', 'ariaSnapshot', 'boundingBox', 'count', 'evaluate'],
  ...['evaluateAll', 'getAttribute', 'innerHTML', 'innerText', 'inputValue', 'isChecked'],
  ...['isDisabled', 'isEditable', 'isEnabled', 'isHidden', 'isVisible', 'textContent', 'title'],
]);

const pollReadings = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      once: 'A page may change right after it was read: expect.poll reads it until it is as expected.',
    },
  },
  create(context) {
    const isExpect = (node) => node.type === 'CallExpression' && node.callee.name === 'expect';

    return {
      'AwaitExpression > CallExpression'(node) {
        if (!readings.has(node.callee.property?.name)) return;
        if (context.sourceCode.getAncestors(node).some(isExpect))
          context.report({ node, messageId: 'once' });
      },
    };
  },
};

/** The compiler leaves `name.tsx` out of a folder that has `name.ts`: nobody would check its types. */
const oneModulePerName = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unchecked: 'Beside a .ts of the same name, types are not checked here: rename one.',
    },
  },
  create: (context) => ({
    Program(node) {
      const { filename } = context;
      if (filename.endsWith('.tsx') && existsSync(filename.slice(0, -1)))
        context.report({ node, messageId: 'unchecked' });
    },
  }),
};

export default {
  meta: { name: 'project' },
  rules: {
    'plain-english': plainEnglish,
    'mocks-in-mocked-files': mocksInMockedFiles,
    'poll-readings': pollReadings,
    'one-module-per-name': oneModulePerName,
  },
};
