import bwipjs from "bwip-js/node";

const WIDTH = 640;
const HEIGHT = 480;
const MODULE = 10;

/** A video for a camera that is none: the label of GS1 as a DataMatrix, black on white, ten pictures (YUV4MPEG2). */
export function video(text: string): Buffer {
  const [symbol] = bwipjs.raw({ bcid: "gs1datamatrix", text }) as unknown as Array<{ pixs: number[]; pixx: number; pixy: number }>;
  if (!symbol) throw new Error("no symbol");
  const light = Buffer.alloc(WIDTH * HEIGHT, 235);
  const [left, top] = [Math.floor((WIDTH - symbol.pixx * MODULE) / 2), Math.floor((HEIGHT - symbol.pixy * MODULE) / 2)];
  for (const [at, dark] of symbol.pixs.entries()) {
    if (!dark) continue;
    const [x, y] = [left + (at % symbol.pixx) * MODULE, top + Math.floor(at / symbol.pixx) * MODULE];
    for (let row = 0; row < MODULE; row += 1) light.fill(16, (y + row) * WIDTH + x, (y + row) * WIDTH + x + MODULE);
  }
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const picture = Buffer.concat([Buffer.from("FRAME\n"), light, colour]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), ...Array.from({ length: 10 }, () => picture)]);
}
