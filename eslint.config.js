import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import a11y from 'eslint-plugin-jsx-a11y';
import ts from 'typescript-eslint';
import words from './eslint-plain-english.js';

/** What locators and pages of a browser tell of this moment. */
const readings = [
  ...['allInnerTexts', 'allTextContents', 'ariaSnapshot', 'boundingBox', 'count', 'evaluate'],
  ...['evaluateAll', 'getAttribute', 'innerHTML', 'innerText', 'inputValue', 'isChecked'],
  ...['isDisabled', 'isEditable', 'isEnabled', 'isHidden', 'isVisible', 'textContent', 'title'],
];

export default ts.config(
  { ignores: ['**/dist', '**/*.cjs', '**/*.mjs', '*.js', '*.ts'] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { words },
    rules: {
      'words/plain-english': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { allowDefaultCaseForExhaustiveSwitch: false, considerDefaultExhaustiveForUnions: false },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      // There are no enums (erasableSyntaxOnly), and each of the two takes a twelfth of the time of all rules.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'max-lines': ['warn', { max: 400, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'max-lines-per-function': ['warn', { max: 80, skipBlankLines: true, skipComments: true }],
      'max-params': ['warn', 4],
      complexity: ['warn', 15],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only main.ts reads the environment; pass Config on.',
        },
      ],
    },
  },
  { files: ['web/**'], ...hooks.configs.flat.recommended },
  { files: ['web/**/*.tsx'], ...a11y.flatConfigs.strict },
  {
    files: ['*/src/main.ts', '**/*.test.ts', '**/testing/servers/**', '*/e2e/**', 'api/bench/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['domain/src/**'],
    ignores: [
      'domain/src/event-store/**',
      'domain/src/shared/timers.ts',
      '**/testing/**',
      '**/*.test.ts',
    ],
    rules: {
      'no-restricted-globals': ['error', 'Date', 'crypto', 'process', 'console', 'setTimeout'],
    },
  },
  { files: ['**/*.{test,suite}.{ts,tsx}'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}'],
    ignores: ['**/*.mocked.test.tsx', 'web/e2e/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.object.name="vi"][callee.property.name="mock"]',
          message:
            'Test files share their modules: one that mocks a module is named *.mocked.test.tsx.',
        },
      ],
    },
  },
  {
    files: ['web/e2e/**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: `CallExpression[callee.name="expect"] AwaitExpression > CallExpression[callee.property.name=/^(${readings.join('|')})$/]`,
          message:
            'A page may change right after it was read: expect.poll reads it until it is as awaited.',
        },
      ],
    },
  },
);
