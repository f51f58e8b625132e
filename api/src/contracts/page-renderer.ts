import type { Groups, TextSearch } from '@directory/domain/search';
import type { BusinessWithoutStats } from './business.ts';
import type { SiteResponse } from './site.ts';

export type PageAddress = {
  /** Such as https://directory.example, without a slash at the end: for absolute links. */
  readonly origin: string;
  /** Such as /main, without the query. */
  readonly path: string;
};

export type HomePageContent = SavedPageContent & {
  readonly search: TextSearch<BusinessWithoutStats>;
  /** The groups of these places, which are sorted from the village outwards. */
  readonly groups: Groups;
  /** Decides what is open. */
  readonly now: Date;
};

type SavedPageContent = PageAddress & {
  /** The query that `homeQuery` or `savedQuery` returned. */
  readonly query: string;
  /** All public places, among which the page finds its own. */
  readonly places: readonly BusinessWithoutStats[];
  readonly site: SiteResponse;
};

export type PlacePageContent = PageAddress & {
  readonly place: BusinessWithoutStats;
  readonly site: SiteResponse;
};

/** What the built pages offer to the server: whole HTML documents, which the browser's scripts then take over. */
export interface PageRenderer {
  /** The query of a home page, with its question mark and without what changes nothing: the same for all that mean the same. */
  readonly homeQuery: (search: string) => string;
  /** Whether many visitors may request the home page of this query, so that it is worth caching. */
  readonly isCommon: (query: string) => boolean;
  /** Whether the home page of this query differs from one minute to the next. */
  readonly dependsOnTime: (query: string) => boolean;
  /** Finds the places. The result renders the page, which takes as long again: other requests can be answered in between. */
  readonly homePage: (content: HomePageContent) => () => string;
  readonly placePage: (content: PlacePageContent) => string;
  /** The query of a page of saved places, in the same way. */
  readonly savedQuery: (search: string) => string;
  readonly savedPage: (content: SavedPageContent) => string;
  /** The page about where the data comes from. */
  readonly dataPage: (address: PageAddress) => string;
  /** The page about what is stored about people. */
  readonly privacyPage: (content: PageAddress & { readonly site: SiteResponse }) => string;
  readonly notFoundPage: () => string;
  /** The page for a place that visitors may not see: its owner's browser may show it all the same. */
  readonly hiddenPlacePage: () => string;
  /** The document for pages that only the browser renders: a header without what depends on the session. */
  readonly shell: (site: SiteResponse) => string;
  /** The paths of those pages, in which `:id` stands for an id. */
  readonly browserPaths: readonly string[];
  /** By path: the pages to log in and to register, the same for everybody. Their forms are of use only once scripts run. */
  readonly accountPages: Readonly<Record<string, string>>;
  readonly inline: InlineTexts;
}

/** The texts of the style and script elements in the pages: what the content security policy has to allow. */
export type InlineTexts = {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
};

/** The only export of the built renderer, called with the results of the build of the pages. */
export type CreatePageRenderer = (built: {
  readonly template: string;
  readonly manifest: AssetManifest;
  /** The text of a style sheet by its address. */
  readonly readStyleSheet: (address: string) => string;
}) => PageRenderer;

/** The files of the built pages by the source that they were made of, as Vite writes them down. */
export type AssetManifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly css?: readonly string[] | undefined;
      readonly imports?: readonly string[] | undefined;
    }
  >
>;
