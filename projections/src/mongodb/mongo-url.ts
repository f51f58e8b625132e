const address = /^mongodb(?:\+srv)?:\/\/[^/?#\s]+(?:\/([^/?#\s]*))?(?:\?[^#\s]*)?$/;

const standardDatabase = 'kampong_bharu';

/** Several servers may be named, so that it need not be an address as the web knows them. */
export function isMongoUrl(text: string): boolean {
  return address.test(text);
}

export function databaseOf(url: string): string {
  const name = address.exec(url)?.[1];
  return name ? decodeURIComponent(name) : standardDatabase;
}
