import { type JSX, useEffect, useRef, useState } from "react";
import type { Store } from "../../api/store";
import type { State } from "../job/work";
import { Again } from "./again";
import { startReader } from "./reader";

/** Wide enough for small codes, small enough to be read in time. */
const WIDTH = 960;
/** Between two looks, in milliseconds: the rest of the page works, too. */
const BETWEEN_MS = 60;

/** The camera as a scanner: one stream as long as it is open, one picture at a time. */
export function Camera({ state, onCode }: { state: Store<State>; onCode: (code: string) => void }): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  const [told, setTold] = useState("");
  const taken = useRef(onCode);
  taken.current = onCode;

  useEffect(() => {
    const again = new Again();
    const reader = startReader();
    let stream: MediaStream | undefined;
    let isOver = false;
    const unfollow = state.follow(() => {
      const { said } = state.get();
      if (said.kind === "none" || (said.kind === "good" && said.word === "Undone")) again.forget();
    });

    async function look(): Promise<void> {
      if (!navigator.mediaDevices) {
        setTold("The browser gives the camera only to pages over https.");
        return;
      }
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } } });
      } catch (error) {
        setTold(error instanceof DOMException && error.name === "NotAllowedError" ? "The camera is not allowed: allow it in the browser's settings of this page." : "There is no camera.");
        return;
      }
      const element = video.current;
      if (isOver || !element) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      element.srcObject = stream;
      await element.play().catch(() => undefined);
      const canvas = document.createElement("canvas");
      const context = canvas.getContext("2d", { willReadFrequently: true });
      while (!isOver && context) {
        if (element.videoWidth > 0) {
          const scale = Math.min(1, WIDTH / element.videoWidth);
          canvas.width = Math.round(element.videoWidth * scale);
          canvas.height = Math.round(element.videoHeight * scale);
          context.drawImage(element, 0, 0, canvas.width, canvas.height);
          const seen = await reader.read(context.getImageData(0, 0, canvas.width, canvas.height));
          if (isOver) return;
          if (seen.fault !== undefined) {
            setTold(`Codes cannot be read: ${seen.fault}`);
            return;
          }
          for (const code of seen.codes) if (again.counts(code, performance.now())) taken.current(code);
        }
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
      }
    }
    void look();
    return () => {
      isOver = true;
      unfollow();
      reader.end();
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, [state]);

  return (
    <section className="camera" aria-label="Camera">
      <video ref={video} muted playsInline aria-label="What the camera sees" />
      {told !== "" && <p role="alert">{told}</p>}
    </section>
  );
}
