import { mailTexts, type Words } from './mail-texts.ts';
import type { MailLanguage } from '../accounts/mail-store.ts';
import { escapeXml } from '../read-models/place-exports.ts';
import type { MailContent } from './mailer.ts';

export type Letter = Words & {
  readonly language: MailLanguage;
  /** The words of somebody else, such as a reviewer's comment. */
  readonly quote?: string | null;
  readonly url: string;
  /** The address of the page where the reader stops such mails; null for a mail that somebody asked for. */
  readonly unsubscribePage: string | null;
};

/** The look of the site, without pictures: mail programs load none without asking. */
const look = {
  page: 'margin:0;padding:24px 12px;background:#fbf6e9;color:#2a241b;font:17px/1.5 Georgia,serif',
  card: 'max-width:560px;margin:0 auto;background:#fffdf7;border:1px solid #e5d9bd;border-radius:12px;overflow:hidden',
  band: 'padding:20px 28px;background:#1c4a38;color:#fcf5e1;font-size:21px;border-bottom:6px double #e0b95f',
  body: 'padding:20px 28px 28px',
  title: 'margin:0 0 16px;font-size:25px;line-height:1.25;font-weight:600',
  text: 'margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere',
  quote:
    'margin:0 0 16px;padding:12px 16px;background:#f4ecd8;border-left:4px solid #bd8d2b;white-space:pre-line;overflow-wrap:anywhere',
  button:
    'display:inline-block;margin:4px 0 20px;padding:12px 22px;background:#1c4f3b;color:#fffaeb;border-radius:8px;text-decoration:none',
  small: 'margin:0;font-size:14px;color:#605643;overflow-wrap:anywhere',
  link: 'color:#1c4f3b',
};

/** Plain text and HTML of a letter; both say the same. */
export function renderMail(letter: Letter): MailContent {
  const { language, subject } = letter;
  return { language, subject, text: textOf(letter), html: htmlOf(letter) };
}

function textOf({ language, paragraphs, quote, link, url, footer, unsubscribePage }: Letter) {
  const quoted = quote && quote.replace(/^/gm, '> ');
  const unsubscribe = unsubscribePage && `${mailTexts[language].unsubscribe}:\n${unsubscribePage}`;
  const parts = [...paragraphs, quoted, `${link}:\n${url}`, `-- \n${footer}`, unsubscribe];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function htmlOf({ language, subject, paragraphs, quote, link, url, ...rest }: Letter): string {
  const { footer, unsubscribePage } = rest;
  const texts = mailTexts[language];
  const lines = [
    `<h1 style="${look.title}">${escapeXml(subject)}</h1>`,
    ...paragraphs.map((text) => `<p style="${look.text}">${escapeXml(text)}</p>`),
    quote && `<blockquote style="${look.quote}">${escapeXml(quote)}</blockquote>`,
    `<p style="margin:0"><a href="${escapeXml(url)}" style="${look.button}">${escapeXml(link)}</a></p>`,
    `<p style="${look.small}">${escapeXml(texts.linkHint)}<br>${escapeXml(url)}</p>`,
    `<hr style="margin:20px 0;border:0;border-top:1px solid #e5d9bd">`,
    `<p style="${look.small}">${escapeXml(footer)}</p>`,
    unsubscribePage &&
      `<p style="${look.small}"><a href="${escapeXml(unsubscribePage)}" style="${look.link}">${escapeXml(texts.unsubscribe)}</a></p>`,
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeXml(subject)}</title>
</head>
<body style="${look.page}">
<div style="${look.card}">
<div style="${look.band}">${escapeXml(texts.site)}</div>
<div style="${look.body}">
${lines.filter(Boolean).join('\n')}
</div>
</div>
</body>
</html>
`;
}
