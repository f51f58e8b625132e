import { siteTexts } from '../texts/site-texts.ts';
import { inertJson } from './inert-json.ts';

/** What a page says of itself to search engines and to messengers, none of which run its scripts. */
export type PageHeadProps = {
  /** Without the name of the site. */
  readonly title: string;
  readonly description: string;
  /** The whole address under which it wants to be known. */
  readonly url: string;
  /** The whole address of a picture of it. */
  readonly image: string;
  readonly imageText: string;
  /** A description by schema.org. */
  readonly data?: object | null;
};

export function PageHead({ title, description, url, image, imageText, data }: PageHeadProps) {
  return (
    <>
      <title>{siteTexts.site.title(title)}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteTexts.site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={image} />
      <meta property="og:image:alt" content={imageText} />
      <meta name="twitter:card" content="summary_large_image" />
      {data && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inertJson(data) }} />
      )}
    </>
  );
}
