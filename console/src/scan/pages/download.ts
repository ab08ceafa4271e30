import type { Operation } from "../queue/operation";
import { exported } from "../queue/queue";

/** Hands the operations over as a file. */
export function download(operations: readonly Operation[]): void {
  const url = URL.createObjectURL(exported(operations));
  const link = document.createElement("a");
  link.href = url;
  link.download = "scanned-operations.json";
  link.click();
  URL.revokeObjectURL(url);
}
