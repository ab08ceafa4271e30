import { Button } from "@mantine/core";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import { Link, Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { type JSX, Suspense, lazy, useEffect, useMemo, useState } from "react";
import { followFeed } from "../api/live";
import { base } from "../api/place";
import { may } from "../api/session";
import { type Action, useActions } from "./actions";
import { BottomBar } from "./BottomBar";
import { Connection } from "./Connection";
import { CHAPTERS } from "./nav";
import { PlaceLink } from "./PlaceLink";
import { OrganizationMenu } from "./OrganizationMenu";
import { PeriodState } from "./PeriodState";
import { Toasts } from "./toasts";
import { UserMenu } from "./UserMenu";
import { useTitle } from "./useTitle";
import { WayBack } from "./WayBack";
import { useKeys } from "./keys";
import "./shell.css";

const KeySheet = lazy(() => import("./KeySheet"));
const loadPalette = () => import("./Palette").then((own) => ({ default: own.Palette }));
const Palette = lazy(loadPalette);
const Trust = lazy(() => import("./Trust").then((own) => ({ default: own.Trust })));
/** When the palette is loaded without being asked for: after what is on the screen, and before somebody types into it. */
const PALETTE_AFTER_MS = 1_000;

/** What stands around every screen: the places on the left, the books and their state above. */
export function Shell(): JSX.Element {
  useKeys();
  useEffect(followFeed, []);
  const navigate = useNavigate();
  const [palette, setPalette] = useState(false);
  const [keys, setKeys] = useState(false);
  const [menu, setMenu] = useState(false);
  const chapters = useMemo(
    () =>
      CHAPTERS.map((chapter) => ({ ...chapter, places: chapter.places.filter((place) => [place.needs].flat().some(may)) })).filter(
        (chapter) => chapter.places.length > 0,
      ),
    [],
  );
  const own: Action[] = [
    { id: "palette", title: "Search or do", keys: "mod+k", whileTyping: true, quiet: true, run: () => setPalette(true) },
    { id: "keys", title: "Show all keys", keys: "?", run: () => setKeys(true) },
    ...chapters.flatMap((chapter) =>
      chapter.places.map((place) => ({
        id: `go ${place.to}`,
        title: `Go to ${place.name}`,
        keys: `g ${place.letter}`,
        words: place.words,
        run: () => (place.isOutside ? location.assign(`${base}${place.to}`) : void navigate({ to: place.to })),
      })),
    ),
  ];
  useActions(own);
  useTitle();
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div className="shell" data-menu={menu}>
      <a className="shell-skip" href="#screen">
        To the content
      </a>
      <nav className="shell-nav" aria-label="Screens" onClick={() => setMenu(false)}>
        <Link to="/" className="shell-name">
          Countinghouse
        </Link>
        {chapters.map((chapter) => (
          <section key={chapter.name}>
            {chapter.name && <h2>{chapter.name}</h2>}
            {chapter.places.map((place) => (
              <PlaceLink key={place.to} place={place} isAround={isAround(place.to, chapter.places)}>
                {place.useCount ? <Count of={place.useCount} keys={`g ${place.letter}`} /> : <kbd aria-hidden>g {place.letter}</kbd>}
              </PlaceLink>
            ))}
          </section>
        ))}
      </nav>
      <header className="shell-head">
        <button type="button" className="shell-menu" aria-label="Screens" aria-expanded={menu} onClick={() => setMenu(!menu)}>
          <IconMenu2 size={20} stroke={1.5} aria-hidden />
        </button>
        <OrganizationMenu />
        <PeriodState />
        <WayBack />
        {(may("audit:read") || may("items:read")) && (
          <Suspense fallback={null}>
            <Trust />
          </Suspense>
        )}
        <Button
          className="shell-search"
          variant="default"
          aria-label="Search or do"
          onClick={() => setPalette(true)}
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
          rightSection={<kbd>Ctrl K</kbd>}
          justify="space-between"
        >
          <span>Search or do…</span>
        </Button>
        <UserMenu />
      </header>
      <Connection />
      <main id="screen" className="shell-screen" tabIndex={-1}>
        <Progress />
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
      <BottomBar places={chapters.flatMap((chapter) => chapter.places)} isOpen={menu} onMenu={() => setMenu(!menu)} />
      <Toasts />
      <Suspense fallback={null}>
        {palette && <Palette onClose={() => setPalette(false)} />}
        {keys && <KeySheet onClose={() => setKeys(false)} />}
      </Suspense>
    </div>
  );
}

/** Whether other places lie below this one's address, so that it is not theirs. */
function isAround(to: string, places: readonly { to: string }[]): boolean {
  return places.some((other) => other.to.startsWith(`${to}/`));
}

/** How many things wait at a place; its keys where nothing does. */
function Count({ of: useCount, keys }: { of: () => number; keys: string }): JSX.Element {
  const count = useCount();
  if (count === 0) return <kbd aria-hidden>{keys}</kbd>;
  return (
    <span className="shell-count">
      {count} <span className="spoken">waiting</span>
    </span>
  );
}

/** A line at the top while the next screen is on its way. */
function Progress(): JSX.Element | null {
  const isLoading = useRouterState({ select: (state) => state.status === "pending" });
  return isLoading ? <div className="shell-progress" role="progressbar" aria-label="Loading" /> : null;
}
