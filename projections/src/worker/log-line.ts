export type WriteLine = (level: 'info' | 'warn', fields: object) => void;

/** One line of JSON, as the API logs. */
export function writeLine(level: 'info' | 'warn', fields: object): string {
  const line = { level, time: new Date().toISOString(), ...fields };
  return `${JSON.stringify(line, (_key, value: unknown) => (value instanceof Error ? told(value) : value))}\n`;
}

function told({ name, message, stack }: Error) {
  return { name, message, stack };
}
