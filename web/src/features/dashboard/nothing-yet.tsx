import { Link } from 'react-router-dom';
import { useOwnerTexts } from '../../shared/texts/owner-texts.ts';
import ui from '../../shared/ui/ui.module.css';

/** For who has no business yet: what is missing, and the way to add the first. */
export function EmptyState({ text }: { readonly text: string }) {
  const { dashboard } = useOwnerTexts();
  return (
    <>
      <p>{text}</p>
      <div>
        <Link className={ui.button} to="/form">
          {dashboard.addNew}
        </Link>
      </div>
    </>
  );
}
