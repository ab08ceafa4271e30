import { useNavigate } from "@tanstack/react-router";
import type { Action } from "../../../app/actions";

/** Escape leads back to all settings, unless it closes a dialog over the page. */
export function useBack(): Action {
  const navigate = useNavigate();
  const run = (): void => {
    if (!document.querySelector("[role=dialog]")) void navigate({ to: "/settings" });
  };
  return { id: "back", title: "Back to the settings", keys: "esc", quiet: true, run };
}
