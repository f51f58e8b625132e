/** Splits CSV (RFC 4180: commas, quotes doubled inside quotes) into records, as the text comes in. */
export async function* csvRecords(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  const record = new RecordBuilder();
  for await (const chunk of chunks)
    for (const character of chunk) {
      const complete = record.take(character);
      if (complete) yield complete;
    }
  const last = record.take('\n');
  if (last) yield last;
}

class RecordBuilder {
  private cells: string[] = [];
  private cell = '';
  private quoted = false;
  private quoteJustClosed = false;

  /** The record that this character completes; blank lines complete none. */
  take(character: string): string[] | null {
    if (character === '"') this.takeQuote();
    else if (this.quoted) this.cell += character;
    else if (character === ',') this.endCell();
    else if (character === '\n') return this.endRecord();
    else if (character !== '\r') this.cell += character;
    if (character !== '"') this.quoteJustClosed = false;
    return null;
  }

  private takeQuote(): void {
    if (!this.quoted && this.quoteJustClosed) this.cell += '"';
    this.quoteJustClosed = this.quoted;
    this.quoted = !this.quoted;
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = '';
  }

  private endRecord(): string[] | null {
    this.endCell();
    const { cells } = this;
    this.cells = [];
    this.quoteJustClosed = false;
    return cells.length > 1 || cells[0] !== '' ? cells : null;
  }
}
