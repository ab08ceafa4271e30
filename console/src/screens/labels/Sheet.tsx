import { type JSX, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Kind, Label, Paper } from "./label";
import { printed } from "./label";

type Draw = (code: Label["code"], kind: Kind) => string | undefined;

/** The labels as they are printed: on the screen as a preview, and alone on the paper. */
export function Sheet({ labels, kind, paper }: { labels: readonly Label[]; kind: Kind; paper: Paper }): JSX.Element {
  const [draw, setDraw] = useState<Draw>();
  useEffect(() => {
    void import("./symbol").then((own) => setDraw(() => own.symbol));
  }, []);
  const all = printed(labels);
  if (!draw) return <p className="dim">Drawing the labels…</p>;
  const sheet = (
    <div className="labels-sheet" data-paper={paper.id}>
      {all.map((label) => (
        <OneLabel key={label.id} label={label} picture={draw(label.code, kind)} kind={kind} />
      ))}
    </div>
  );
  return (
    <>
      <section className="labels-preview" aria-label="Preview" tabIndex={0}>
        {sheet}
      </section>
      {createPortal(<div className="labels-paper" aria-hidden="true">{sheet}</div>, document.body)}
    </>
  );
}

function OneLabel({ label, picture, kind }: { label: Label; picture: string | undefined; kind: Kind }): JSX.Element {
  const text = "gs1" in label.code ? label.code.gs1 : label.code.own;
  return (
    <figure className="label" data-kind={kind}>
      {picture === undefined ? <span className="label-fault">“{text}” cannot be written in this kind of code</span> : <img src={picture} alt={`The code ${text}`} />}
      <figcaption>
        <b>{label.title}</b>
        {label.detail !== "" && <span className="label-detail">{label.detail}</span>}
        {"gs1" in label.code && <span className="label-code">{text}</span>}
      </figcaption>
    </figure>
  );
}
