import { usePageTitle } from '../../shared/navigation/use-page-title.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import { AccountFrame } from './account-frame.tsx';
import { RegisterForm } from './register-form.tsx';

const { register } = accountTexts;

export function RegisterPage() {
  usePageTitle(register.title);
  return (
    <AccountFrame title={register.title} subtitle={register.subtitle} back={register.back}>
      <RegisterForm />
    </AccountFrame>
  );
}
