/**
 * A setting does not fit the server that it names, so that waiting does not help. The message names the setting and what to
 * change, and repeats no address, which may hold a password.
 */
export class WrongServerSetting extends Error {
  override readonly name = 'WrongServerSetting';
}
