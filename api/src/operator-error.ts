/** Why a command or the start cannot go on, in a sentence for the operator, who sees it without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
