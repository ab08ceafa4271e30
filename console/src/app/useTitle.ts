import { useEffect } from "react";

const NAME = "Countinghouse";

/** The page is called as its heading says, in the tab, in the history and to readers; screens need not care. */
export function useTitle(): void {
  useEffect(() => {
    const screen = document.getElementById("screen");
    if (!screen) return undefined;
    const read = (): void => {
      const heading = screen.querySelector("h1")?.textContent?.trim();
      const title = heading ? `${heading} · ${NAME}` : NAME;
      if (document.title !== title) document.title = title;
    };
    const watch = new MutationObserver(read);
    watch.observe(screen, { childList: true, characterData: true, subtree: true });
    read();
    return () => {
      watch.disconnect();
      document.title = NAME;
    };
  }, []);
}
