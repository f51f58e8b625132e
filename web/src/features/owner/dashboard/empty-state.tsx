import { Link } from '../../../shared/navigation/router.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { ownerTexts } from '../../../texts/owner-texts.ts';

const { dashboard } = ownerTexts;

/** For owners without a business: a text and a link to add one. */
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
