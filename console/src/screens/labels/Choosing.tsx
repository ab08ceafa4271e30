import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type JSX, useEffect, useState } from "react";
import { answer, api } from "../../api/client";
import { itemLabel, type Label, placeLabel } from "./label";

/** Items, found by their SKU, name or number, each so many times. */
export function ItemsOfSheet({ sku, labels, onChange }: { sku: string | undefined; labels: Label[]; onChange: (labels: Label[]) => void }): JSX.Element {
  const [typed, setTyped] = useState("");
  const q = typed.trim();
  const { data: found } = useQuery({
    queryKey: ["items", "labels", q],
    enabled: q !== "",
    queryFn: ({ signal }) => answer(api.GET("/api/v1/inventory/items", { params: { query: { q, limit: 20, isActive: true } }, signal })),
  });
  const { data: linked } = useQuery({
    queryKey: ["items", "label", sku],
    enabled: sku !== undefined,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/inventory/items", { params: { query: { sku: sku ?? "", limit: 1 } }, signal })),
  });
  const first = linked?.data[0];
  useEffect(() => {
    // A link to the labels of an item begins with it.
    if (first && labels.length === 0) onChange([itemLabel(first, 1)]);
    // Only when it has been read: who takes it off the sheet does not get it again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [first]);
  const rows = (found?.data ?? []).filter((item) => !labels.some((label) => label.id === item.id));
  // Enter may come before the answer does: the text that it was pressed for.
  const [wanted, setWanted] = useState("");
  const chosen = rows.find((item) => item.sku.toLowerCase() === wanted.toLowerCase()) ?? rows[0];
  useEffect(() => {
    if (wanted === "" || wanted !== q || found === undefined) return;
    setWanted("");
    if (!chosen) return;
    onChange([...labels, itemLabel(chosen, 1)]);
    setTyped("");
    // Once for each Enter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, q, found]);

  return (
    <>
      <TextInput className="labels-find" label="Find an item" description="SKU, name or part of it; Enter adds it" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} onKeyDown={(event) => event.key === "Enter" && setWanted(q)} />
      {q !== "" && found?.data.length === 0 && <p>No item is called so.</p>}
      {rows.length > 0 && (
        <ul className="labels-found" aria-label="Items found">
          {rows.map((item) => (
            <li key={item.id}>
              <span>
                <b>{item.sku}</b> {item.name}
              </span>
              <Button variant="default" onClick={() => onChange([...labels, itemLabel(item, 1)])}>
                Add<span className="spoken"> {item.sku}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {labels.length > 0 && (
        <ul className="labels-found" aria-label="On the sheet">
          {labels.map((label) => (
            <li key={label.id}>
              <span>
                <b>{label.title}</b> {label.detail}
              </span>
              <TextInput
                className="labels-copies"
                type="number"
                min={0}
                max={500}
                aria-label={`Labels of ${label.title}`}
                value={label.copies}
                onChange={(event) => {
                  const copies = Math.max(0, Math.min(500, Math.trunc(Number(event.currentTarget.value) || 0)));
                  onChange(labels.map((one) => (one.id === label.id ? { ...one, copies } : one)));
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A warehouse, and all its bins or one of them. */
export function PlacesOfSheet({
  code,
  bin,
  onCode,
  onAll,
  onChange,
}: {
  code: string | undefined;
  /** The one bin that a label is wanted of. */
  bin: string | undefined;
  onCode: (code: string) => void;
  /** Those of all bins are wanted. */
  onAll: () => void;
  onChange: (labels: Label[]) => void;
}): JSX.Element {
  const { data: warehouses } = useQuery({
    queryKey: ["warehouses", "labels"],
    queryFn: ({ signal }) => answer(api.GET("/api/v1/warehouses", { params: { query: { limit: 200 } }, signal })),
  });
  const house = warehouses?.data.find((one) => one.code === code) ?? warehouses?.data[0];
  const { data: bins } = useQuery({
    queryKey: ["locations", "labels", house?.id],
    enabled: house !== undefined,
    queryFn: async ({ signal }) => {
      const all: Array<{ id: string; code: string; name: string | null }> = [];
      let cursor: string | undefined;
      do {
        const query = { limit: 200, isActive: true, ...(cursor !== undefined && { cursor }) };
        const page = await answer(api.GET("/api/v1/warehouses/{id}/locations", { params: { path: { id: house?.id ?? "" }, query }, signal }));
        all.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return all;
    },
  });
  useEffect(() => {
    if (!house || !bins) return;
    onChange(bin === undefined ? [placeLabel(house), ...bins.map(placeLabel)] : bins.filter((one) => one.code === bin).map(placeLabel));
    // The function is another one with every drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [house, bins, bin]);
  return (
    <div className="labels-choose">
      <NativeSelect
        label="Warehouse"
        value={house?.code ?? ""}
        onChange={(event) => onCode(event.currentTarget.value)}
        data={(warehouses?.data ?? []).map((one) => ({ value: one.code, label: `${one.code} ${one.name}` }))}
      />
      {bin !== undefined && (
        <>
          <p>{bins && !bins.some((one) => one.code === bin) ? `No active bin of it is called ${bin}.` : `Only ${bin}.`}</p>
          <Button variant="default" onClick={onAll}>
            All bins of it
          </Button>
        </>
      )}
      {bin === undefined && <p className="dim">{bins?.length === 0 ? "It has no bins: only its own label is printed." : `${bins?.length ?? 0} bins and zones, and its own label.`}</p>}
    </div>
  );
}
