import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { type JSX, useEffect, useRef, useState } from "react";
import { store, useStore } from "../api/store";
import { useActions } from "./actions";

/** Where somebody was sent from to mend something, and what they go back to. */
export interface WayBackTo {
  /** What was interrupted: `closing December 2010`. */
  what: string;
  to: string;
}

const kept = store<WayBackTo | undefined>(undefined);

/** Remembers the way back, until it is gone or somebody goes back by themselves. */
export function keepWayBack(back: WayBackTo): void {
  kept.set(back);
}

/** The way back to what was interrupted to mend something, in the head of every screen until it is gone. */
export function WayBack(): JSX.Element | null {
  const back = useStore(kept);
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => decodeURIComponent(state.location.pathname) });
  const isThere = back !== undefined && path === back.to;
  const hasLeft = useRef(false);
  const area = path.split("/")[1];
  const [mending, setMending] = useState<string>();
  useEffect(() => {
    if (!back) return;
    // Whoever comes back in another way needs no way back.
    if (isThere && hasLeft.current) kept.set(undefined);
    hasLeft.current = !isThere;
  }, [back, isThere]);
  // Where it is mended; elsewhere somebody does something else.
  useEffect(() => setMending(undefined), [back]);
  useEffect(() => {
    if (back && !isThere) setMending((now) => now ?? area);
  }, [back, isThere, area]);
  const go = (): void => {
    kept.set(undefined);
    if (back) void navigate({ to: back.to });
  };
  const isShown = back !== undefined && !isThere && (mending === undefined || mending === area);
  useActions(isShown ? [{ id: "way-back", title: `Back to ${back.what}`, run: go }] : []);
  if (!isShown) return null;
  return (
    <Button variant="default" size="compact-sm" className="shell-way-back" onClick={go} leftSection={<IconArrowBackUp size={16} aria-hidden />}>
      Back<span className="shell-way-back-what">{`\u00a0to ${back.what}`}</span>
    </Button>
  );
}
