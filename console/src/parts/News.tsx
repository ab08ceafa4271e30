import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { JSX } from "react";
import { news, seen } from "../api/live";
import { useStore } from "../api/store";

/** "7 new": others changed what a list shows. The rows stay until somebody asks. */
export function News({ noun, onShow }: { noun: string; onShow: () => void }): JSX.Element | null {
  const count = useStore(news)[noun] ?? 0;
  if (count === 0) return null;
  return (
    <Button
      variant="light"
      leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
      onClick={() => {
        seen(noun);
        onShow();
      }}
    >
      {count} new: show
    </Button>
  );
}
