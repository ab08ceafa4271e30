import { type RefObject, useEffect, useRef } from "react";

/** Leads to a message when it comes: who scans looks at the goods, and the message may stand below the edge of the screen. */
export function useShown(message: string): RefObject<HTMLParagraphElement | null> {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message === "") return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "center" });
  }, [message]);
  return place;
}
