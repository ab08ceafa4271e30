import { IconMenu2 } from "@tabler/icons-react";
import type { JSX } from "react";
import type { Place } from "./nav";
import { PlaceLink } from "./PlaceLink";

/** The places that are at hand on a phone, the first that the caller may go to; the rest is in the menu. */
const AT_HAND = ["/today", "/inbox", "/scan", "/work", "/journal", "/stock"];
const MOST = 4;

/** What stands under the thumb on narrow screens. */
export function BottomBar({ places, isOpen, onMenu }: { places: Place[]; isOpen: boolean; onMenu: () => void }): JSX.Element {
  const shown = AT_HAND.flatMap((to) => places.find((place) => place.to === to) ?? []).slice(0, MOST);
  return (
    <nav className="shell-bar" aria-label="At hand">
      {shown.map((place) => (
        <PlaceLink key={place.to} place={place} isAround={false}>
          {place.useCount && <Waiting of={place.useCount} />}
        </PlaceLink>
      ))}
      <button type="button" className="shell-place" aria-expanded={isOpen} onClick={onMenu}>
        <IconMenu2 size={20} stroke={1.5} aria-hidden />
        More
      </button>
    </nav>
  );
}

/** How many things wait there. */
function Waiting({ of: useCount }: { of: () => number }): JSX.Element | null {
  const count = useCount();
  return count === 0 ? null : (
    <span className="shell-count">
      {count} <span className="spoken">waiting</span>
    </span>
  );
}
