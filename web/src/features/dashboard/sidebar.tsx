import { Link } from 'react-router-dom';
import { useLogOut } from '../../shared/session/use-log-out.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { MenuIcon, type MenuIconName } from './menu-icon.tsx';
import { sectionPath, sections, type Section } from './sections.ts';
import styles from './sidebar.module.css';
import type { SidebarState } from './use-sidebar.ts';

const { dashboard } = ownerTexts;

type SidebarProps = { readonly current: Section; readonly sidebar: SidebarState };

/** Beside the page, where it can be folded to its icons; on a phone a drawer. */
export function Sidebar({ current, sidebar }: SidebarProps) {
  const logOut = useLogOut();
  const { isOpen, toggleRef, navRef, toggle, close } = sidebar;
  return (
    <div className={isOpen ? styles.open : styles.closed}>
      <button
        ref={toggleRef}
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls="dashboard-menu"
        onClick={toggle}
      >
        <MenuIcon name="menu" />
        <span className={styles.toggleText}>{isOpen ? dashboard.collapse : dashboard.expand}</span>
      </button>
      <div className={styles.scrim} onClick={close} aria-hidden="true" />
      <nav
        ref={navRef}
        id="dashboard-menu"
        className={styles.nav}
        aria-label={dashboard.navigation}
      >
        <button type="button" className={styles.dismiss} onClick={close}>
          <Icon name="cross" />
          {dashboard.closeMenu}
        </button>
        <Item icon="home" to={sectionPath('home')} isCurrent={current === 'home'} onFollow={close}>
          {dashboard.home}
        </Item>
        <Item icon="main" to="/" onFollow={close}>
          {dashboard.main}
        </Item>
        {sections
          .filter((section) => section !== 'home')
          .map((section) => (
            <Item
              key={section}
              icon={section}
              to={sectionPath(section)}
              isCurrent={current === section}
              onFollow={close}
            >
              {dashboard[section]}
            </Item>
          ))}
        <button type="button" className={styles.item} onClick={logOut}>
          <MenuIcon name="logout" />
          <span className={styles.text}>{dashboard.logout}</span>
        </button>
      </nav>
    </div>
  );
}

type ItemProps = {
  readonly icon: MenuIconName;
  readonly to: string;
  readonly isCurrent?: boolean;
  readonly children: string;
  readonly onFollow: () => void;
};

function Item({ icon, to, isCurrent = false, children, onFollow }: ItemProps) {
  return (
    <Link
      className={styles.item}
      to={to}
      title={children}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onFollow}
    >
      <MenuIcon name={icon} />
      <span className={styles.text}>{children}</span>
    </Link>
  );
}
