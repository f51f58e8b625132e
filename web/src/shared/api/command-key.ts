/** A new key for a command. `crypto.randomUUID` is not there on pages without TLS, so it is not asked. */
export function newCommandKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
