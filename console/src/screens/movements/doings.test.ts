import { expect, test } from "vitest";
import type { Movement, MovementRow } from "../../api/movements";
import type { Permission } from "../../api/session";
import { movementDoings, onTheWay } from "./doings";

const movement = (change: object): Movement =>
  ({ kind: "receipt", status: "draft", mode: null, createdBy: "prn_1", submittedBy: null, preparedBy: [], postedBy: null, lines: [], ...change }) as unknown as Movement;
const can = (...rights: Permission[]) => ({ may: (right: Permission) => rights.includes(right), id: "prn_1" });
const deeds = (of: Movement, looker: Parameters<typeof movementDoings>[1]): string[] => movementDoings(of, looker, []).map((one) => one.deed);

test("who may only draft edits, submits, copies and deletes a draft", () => {
  expect(deeds(movement({}), can("movements:draft"))).toEqual(["edit", "submit", "copy", "delete"]);
});

test("a receipt without its costs is handed on by who does not see them, and completed by who does", () => {
  const line = (totalCost: string | null): object => ({ lines: [{ totalCost, ofMovementId: null }] });
  const at = { receiptsWithoutCost: "refuse" };
  const operator = { ...can("movements:draft", "movements:post"), ...at };
  expect(deeds(movement(line(null)), operator)).toEqual(["submit", "edit", "copy", "delete"]);
  const office = { ...can("movements:draft", "movements:post", "movements:approve", "costs:read"), ...at };
  expect(deeds(movement({ ...line(null), status: "pendingApproval", createdBy: "prn_2" }), office)).toEqual(["addCosts", "reject", "copy"]);
  expect(deeds(movement({ ...line("9.00"), status: "pendingApproval", createdBy: "prn_2" }), office)).toEqual(["approve", "reject", "edit", "copy"]);
  // Where goods are posted at a provisional cost, nothing is missing.
  expect(deeds(movement(line(null)), { ...operator, receiptsWithoutCost: "provisional" })[0]).toBe("post");
});

test("goods that came in are put away where there are bins", () => {
  const operator = can("movements:post");
  expect(deeds(movement({ status: "posted" }), { ...operator, hasBins: true })).toEqual(["putAway", "takeBack", "copy"]);
  expect(deeds(movement({ status: "posted" }), operator)).toEqual(["takeBack", "copy"]);
});

test("a kind that changes stock by decision is posted by those who may adjust", () => {
  expect(deeds(movement({ kind: "scrap" }), can("movements:post"))).toEqual([]);
  expect(deeds(movement({ kind: "scrap" }), can("movements:adjust"))).toEqual(["post", "copy"]);
});

test("what a count posted is not copied", () => {
  expect(deeds(movement({ kind: "countAdjustment", status: "posted" }), can("movements:draft", "movements:adjust", "movements:void"))).toEqual(["void"]);
});

test("who prepared it does not approve it where duties are separated", () => {
  const looker = { ...can("movements:approve"), duties: { approverNotPreparer: true, voiderNotPoster: false } };
  const [approve] = movementDoings(movement({ status: "pendingApproval" }), looker, []);
  expect(approve?.disabled).toBe("You prepared it; here another person must approve.");
});

test("of a transfer, what arrived and what was given up is not on its way", () => {
  const transfer = movement({ kind: "transfer", mode: "twoStep", status: "posted", lines: [{ lineNumber: 1, quantity: "-5", sku: "A", itemName: "A" }] });
  const arrived = (quantity: string, status = "posted"): Pick<MovementRow, "status" | "lines"> =>
    ({ status, lines: [{ ofLine: 1, ofQuantity: quantity, quantity }] }) as unknown as Pick<MovementRow, "status" | "lines">;
  expect(onTheWay(transfer, [arrived("2")])[0]?.quantity).toBe("3");
  expect(onTheWay(transfer, [arrived("2"), arrived("3")])).toEqual([]);
  expect(onTheWay(transfer, [arrived("2"), arrived("3", "voided")])[0]?.quantity).toBe("3");
});
