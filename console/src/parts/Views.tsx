import { Button } from "@mantine/core";
import { type JSX, Suspense, lazy } from "react";

const SavedViews = lazy(() => import("./SavedViews").then((own) => ({ default: own.SavedViews })));

/** As wide as what comes, so that nothing moves when it does. */
function Waiting(): JSX.Element {
  return (
    <Button variant="default" leftSection={<span className="views-mark" />} disabled title="The views are being read">
      Views
    </Button>
  );
}

/** Saved views at the filters of a list; loaded after the list. */
export function Views({ screen }: { screen: string }): JSX.Element {
  return (
    <Suspense fallback={<Waiting />}>
      <SavedViews screen={screen} />
    </Suspense>
  );
}
