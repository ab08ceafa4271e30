// The movement as calls of the API, to be pasted into a terminal.

import { type Call, curl } from "../entry/curl";
import { KINDS } from "../../api/movementKinds";
import type { Movement } from "../../api/movements";
import type { Permission } from "../../api/session";
import { copyBody } from "./copyBody";

/** The calls that read the movement, make one like it, and undo it, as far as the caller may. */
export function callsOf(movement: Movement, api: string, may: (permission: Permission) => boolean): Call[] {
  const path = `${api}/inventory/movements`;
  const list: Call[] = [{ title: "Read it", text: curl("GET", `${path}/${movement.id}`) }];
  if (KINDS[movement.kind].isWritten && may("movements:draft")) {
    list.push({ title: "Make a draft like it", text: curl("POST", path, { ...copyBody(movement), status: "draft" }) });
  }
  if (movement.status === "posted" && may("movements:void")) {
    list.push({ title: "Void it, if it is still as shown here", text: curl("POST", `${path}/${movement.id}/void`, { reason: "entered twice" }, movement.version) });
  }
  if (movement.status === "posted" && may("costs:read")) {
    list.push({ title: "Follow its costs", text: curl("GET", `${path}/${movement.id}/cost-trace?direction=sources`) });
  }
  if (may("audit:read")) list.push({ title: "Read its history", text: curl("GET", `${api}/accounting/reports/audit-trail?subject=${movement.id}`) });
  return list;
}
