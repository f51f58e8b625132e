import { Link } from 'react-router-dom';
import { ownerTexts } from '../../texts/owner-texts.ts';
import ui from '../../shared/ui/ui.module.css';

const { dashboard } = ownerTexts;

/** For who has no business yet: what is missing, and the way to add the first. */
export function EmptyState({ text }: { readonly text: string }) {
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
