import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPrinter } from "@tabler/icons-react";
import type { JSX } from "react";
import { openPrint } from "../api/documents";
import { send } from "../api/client";
import { apiBase } from "../api/place";
import { Problem } from "../api/problem";
import { useActions } from "../app/actions";
import { say } from "../app/toasts";

/** Prints a record as the service lays it out; absent where the service has no page of it. */
export function PrintButton({ path }: {
  /** Of the record, below `/api/v1`. */
  path: string;
}): JSX.Element | null {
  const { data: isThere } = useQuery({
    // Whether records of its kind have one: that is asked once.
    queryKey: ["prints", path.replace(/\/[^/]*$/, "")],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const response = await send(new Request(`${apiBase}/api/v1${path}?format=print`, { method: "HEAD", signal }));
      // One that answers JSON all the same does not know the form.
      return response.ok && (response.headers.get("Content-Type") ?? "").startsWith("text/html");
    },
  });
  const print = (): void =>
    void openPrint(path, {}).catch((problem: unknown) => say(problem instanceof Problem ? `Not printed: ${problem.message}` : "Not printed: try again"));
  useActions(isThere ? [{ id: "print", title: "Print", words: "paper pdf page", run: print }] : []);
  if (!isThere) return null;
  return (
    <Button variant="default" leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden />} onClick={print}>
      Print
    </Button>
  );
}
