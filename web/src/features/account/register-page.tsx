import { usePageTitle } from '../../shared/navigation/use-page-title.ts';
import { useAccountTexts } from '../../shared/texts/account-texts.ts';
import { AccountFrame } from './account-frame.tsx';
import { RegisterForm } from './register-form.tsx';

export function RegisterPage() {
  const { register } = useAccountTexts();
  usePageTitle(register.title);
  return (
    <AccountFrame title={register.title} subtitle={register.subtitle} back={register.back}>
      <RegisterForm />
    </AccountFrame>
  );
}
