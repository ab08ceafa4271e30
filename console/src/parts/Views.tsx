import { type JSX, Suspense, lazy } from "react";

const SavedViews = lazy(() => import("./SavedViews").then((own) => ({ default: own.SavedViews })));

/** Saved views at the filters of a list; loaded after the list. */
export function Views({ screen }: { screen: string }): JSX.Element {
  return (
    <Suspense fallback={null}>
      <SavedViews screen={screen} />
    </Suspense>
  );
}
