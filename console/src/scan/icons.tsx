// Drawn here, as few are needed: outlines of 24 by 24.

import type { JSX } from "react";

const PATHS = {
  tick: "M4 12.5 10 18.5 20 6.5",
  cross: "M5 5 19 19M19 5 5 19",
  ask: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5",
  back: "M15 5 8 12l7 7",
  camera: "M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  far: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  cloud: "M7 18h10a4 4 0 0 0 .5-8A6 6 0 0 0 6 9.5 4.3 4.3 0 0 0 7 18z",
  warn: "M12 4 21 20H3zM12 10v5M12 17.5v.5",
} as const;

/** A sign; what it means always stands beside it in words. */
export function Icon({ name, size = 24 }: { name: keyof typeof PATHS; size?: number }): JSX.Element {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
