import { Link } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { base } from "../api/place";
import type { Place } from "./nav";

/** The link to a place, with its sign and its name. */
export function PlaceLink({ place, isAround, children }: { place: Place; isAround: boolean; children?: ReactNode }): JSX.Element {
  const inside = (
    <>
      <place.icon size={20} stroke={1.5} aria-hidden />
      {place.name}
      {children}
    </>
  );
  if (place.isOutside) {
    return (
      <a href={`${base}${place.to}`} className="shell-place">
        {inside}
      </a>
    );
  }
  return (
    <Link to={place.to} className="shell-place" activeOptions={{ exact: isAround }} activeProps={{ "aria-current": "page" }}>
      {inside}
    </Link>
  );
}
