import { Modal } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";
import { useStore } from "../api/store";
import { describeChord } from "../text/chords";
import { actions } from "./actions";
import { isMac } from "./platform";
import "./palette.css";

/** All keys of this screen, and what they do. */
export default function KeySheet({ onClose }: { onClose: () => void }): JSX.Element {
  const list = useStore(actions).toReversed().flat();
  const shown = list.filter((one, at) => one.keys && list.findIndex((other) => other.keys === one.keys) === at);
  // Before the dialog takes the focus: the marked row gets it back.
  const [came] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : undefined));
  const isList = document.querySelector("tr[data-row]") !== null;
  useEffect(
    () => () => {
      setTimeout(() => came?.isConnected && document.activeElement === document.body && came.focus(), 0);
    },
    [came],
  );
  return (
    <Modal opened onClose={onClose} title="Keys of this screen" size="md">
      <table className="keys">
        <tbody>
          {isList && (
            <>
              <tr>
                <th scope="row">
                  <kbd>⏎</kbd>
                </th>
                <td>Open the marked row</td>
              </tr>
              <tr>
                <th scope="row">
                  <kbd>Space</kbd>
                </th>
                <td>Show it beside the list, where there is room</td>
              </tr>
            </>
          )}
          {shown.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <kbd>{describeChord(one.keys ?? "", isMac)}</kbd>
              </th>
              <td>{one.title}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="dim">Single letters can be switched off in the menu under your name.</p>
    </Modal>
  );
}
