import type { ComponentProps } from 'react';
import { Link } from '../navigation/router.tsx';
import ui from './ui.module.css';

type ButtonProps = Omit<ComponentProps<'button'>, 'className'>;

/** The main button of a page or dialog. */
export function Button(props: ButtonProps) {
  return <button type="button" className={ui.button} {...props} />;
}

export function QuietButton(props: ButtonProps) {
  return <button type="button" className={ui.quiet} {...props} />;
}

/** A button that looks like a link. */
export function TextButton(props: ButtonProps) {
  return <button type="button" className={ui.textButton} {...props} />;
}

type LinkProps = Omit<ComponentProps<typeof Link>, 'className'>;

export function ButtonLink(props: LinkProps) {
  return <Link className={ui.button} {...props} />;
}

export function QuietLink(props: LinkProps) {
  return <Link className={ui.quiet} {...props} />;
}

/** A link on a line of its own, which is as high as a finger needs. */
export function LineLink(props: LinkProps) {
  return <Link className={ui.ownLine} {...props} />;
}
