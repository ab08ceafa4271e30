import { expect, test } from "vitest";
import { type Shape, branches } from "./tree";

interface Node {
  id: string;
  parent: string | null;
}

const NODES: Node[] = [
  { id: "1", parent: null },
  { id: "10", parent: "1" },
  { id: "1000", parent: "10" },
  { id: "11", parent: "1" },
  { id: "2", parent: "gone" },
];

const shape = (more: Partial<Shape<Node>> = {}): Shape<Node> => ({
  id: (node) => node.id,
  parent: (node) => node.parent,
  isOpen: () => true,
  ...more,
});

const written = (more?: Partial<Shape<Node>>): string[] =>
  branches(NODES, shape(more)).map(({ node, level, opened }) => `${level} ${node.id}${opened === undefined ? "" : opened ? " -" : " +"}`);

test("what lies below stands below, and what has no parent here at the top", () => {
  expect(written()).toEqual(["1 1 -", "2 10 -", "3 1000", "2 11", "1 2"]);
});

test("what is folded hides all below it", () => {
  expect(written({ isOpen: (node) => node.id !== "10" })).toEqual(["1 1 -", "2 10 +", "2 11", "1 2"]);
  expect(written({ isOpen: () => false })).toEqual(["1 1 +", "1 2"]);
});

test("a filter shows what fits and what it lies below, opened", () => {
  expect(written({ isOpen: () => false, fits: (node) => node.id === "1000" })).toEqual(["1 1 -", "2 10 -", "3 1000"]);
  expect(written({ fits: () => false })).toEqual([]);
});

test("five thousand accounts are in rows at once", () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({ id: String(at), parent: at % 50 === 0 ? null : String(at - (at % 50)) }));
  const started = performance.now();
  expect(branches(many, shape())).toHaveLength(5_000);
  expect(performance.now() - started).toBeLessThan(200);
});
