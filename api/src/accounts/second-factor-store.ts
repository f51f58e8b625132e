/** The second factor of an account that has one: a secret that its owner's app makes codes from, and codes for a lost app. */
export type SecondFactor = {
  /** The store never sees the secret itself. */
  readonly encryptedSecret: string;
  /** Codes of this step of time and of earlier ones were used. */
  readonly lastStep: number;
  /** Of the recovery codes that were not used yet. */
  readonly recoveryHashes: readonly string[];
};

export interface SecondFactorStore {
  getSecondFactor(account: string): Promise<SecondFactor | null>;
  /** Replaces the one of the account, or removes it. Resolves once it is on disk. */
  setSecondFactor(account: string, factor: SecondFactor | null): Promise<void>;
  /** Whether the step is later than the last one, which it then becomes: of concurrent uses one succeeds. */
  useStep(account: string, step: number): Promise<boolean>;
  /** Whether the code was not used yet; then it is removed: of concurrent uses one succeeds. */
  useRecoveryCode(account: string, hash: string): Promise<boolean>;
}
