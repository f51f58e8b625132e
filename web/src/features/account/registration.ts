import type { RegisterResponse } from '@directory/api/contracts';
import { requestJson } from '../../shared/api/request-json.ts';
import type { FieldErrors } from '../../shared/forms/field-frame.tsx';
import { formText } from '../../shared/forms/form-text.ts';
import { firstMessages } from '../../shared/forms/first-messages.ts';

export type Registration = Readonly<
  Record<'fullName' | 'icNumber' | 'phone' | 'email' | 'password' | 'confirmPassword', string>
>;

export function registrationOf(form: HTMLFormElement): Registration {
  const data = new FormData(form);
  return {
    fullName: formText(data, 'fullName'),
    icNumber: formText(data, 'icNumber'),
    phone: formText(data, 'phone'),
    email: formText(data, 'email').trim(),
    password: formText(data, 'password'),
    confirmPassword: formText(data, 'confirmPassword'),
  };
}

type Verdict = { readonly errors: FieldErrors; readonly message?: string };

/** By the server's own contract, which is fetched only now: those who just look at the form need not wait for it. */
export async function checkRegistration(entered: Registration, mismatch: string): Promise<Verdict> {
  const { registerRequest } = await import('@directory/api/contracts');
  const checked = registerRequest.safeParse(entered);
  const errors = firstMessages(checked.error?.issues ?? []);
  if (entered.confirmPassword === '')
    return { errors: { ...errors, confirmPassword: 'Enter the password again.' } };
  if (entered.password === entered.confirmPassword) return { errors };
  return { errors: { ...errors, confirmPassword: mismatch }, message: mismatch };
}

/** Resolves to the token that the server answers. */
export async function register(entered: Registration): Promise<string> {
  // The server checks its answers against this contract: see requestJson.
  const { token } = (await requestJson('/api/user/register', {
    method: 'POST',
    body: entered,
  })) as RegisterResponse;
  return token;
}
