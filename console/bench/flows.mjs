// What people do, with keys and presses as they come from a keyboard and a mouse: the browser says how long each takes to its next
// paint.

const posted = (page) => page.getByRole("status").getByText(/posted/).first().waitFor();
const rows = (page) => page.locator("tr[data-row='0']").first().waitFor();

/** Goes to a screen as its link does. */
export async function go(page, address) {
  await page.evaluate((to) => history.pushState({}, "", to), address);
  await page.waitForURL(`**${address.replace(/\?.*/, "")}*`);
}

async function type(page, text) {
  for (const letter of text) {
    await page.keyboard.press(letter === " " ? "Space" : letter);
  }
}

async function keys(page, ...names) {
  for (const name of names) await page.keyboard.press(name);
}

const times = (count, run) => Array.from({ length: count }).reduce((before) => before.then(run), Promise.resolve());

/** How many counts were made. */
let counted = 0;

/** Each flow by its name. */
export const FLOWS = {
  "post two lines": async (page) => {
    await go(page, "/journal/new");
    await page.waitForSelector("#entry-date:focus");
    for (const text of ["24.12.10", "Rent of the office", "6100", "1200*0.2", "1010", ""]) {
      await type(page, text);
      await keys(page, "Enter");
    }
    await page.getByText("Balanced").first().waitFor();
    await keys(page, "Control+Enter");
    await posted(page);
  },
  "approve ten": async (page, call) => {
    for (let at = 0; at < 10; at += 1) {
      const lines = [
        { accountCode: "6100", debit: "12.00" },
        { accountCode: "1010", credit: "12.00" },
      ];
      const { id } = await call.clerk("POST", "/accounting/journal-entries", { date: "2010-12-06", journalCode: "GJ", description: `Stall ${at}`, lines });
      await call.clerk("POST", `/accounting/journal-entries/${id}/submit`, {});
    }
    await go(page, "/inbox");
    await page.getByRole("complementary").getByRole("table").first().waitFor();
    for (let at = 1; at <= 10; at += 1) {
      await keys(page, "a");
      await page.getByRole("status").getByText(`${at} decided`).waitFor();
    }
  },
  "void an entry": async (page, call) => {
    const lines = [
      { accountCode: "6100", debit: "12.00" },
      { accountCode: "1010", credit: "12.00" },
    ];
    const { number } = await call.accountant("POST", "/accounting/journal-entries", { date: "2010-12-06", journalCode: "GJ", status: "posted", description: "To be voided", lines });
    await go(page, `/journal/${number}`);
    await page.getByRole("heading", { name: number }).waitFor();
    await keys(page, "v");
    await page.getByRole("dialog").getByText(/^The mirror entry/).waitFor();
    await type(page, "entered twice");
    await keys(page, "Control+Enter");
    await page.locator(".chip", { hasText: "voided" }).waitFor();
  },
  "why this figure": async (page) => {
    await go(page, "/reports/profit-and-loss?period=2010-12");
    const figure = page.locator("tr[data-row]").filter({ has: page.locator("th", { hasText: "Cost of goods sold" }) }).first();
    await figure.locator("a").focus();
    await keys(page, "Space", "Escape", "ArrowDown", "ArrowUp", "]", "[");
    await figure.locator("a").click();
    await page.getByRole("link", { name: /^STK-2010-/ }).first().click();
    await page.waitForURL("**/journal/STK-2010-*");
    await page.getByRole("link", { name: "Links" }).click();
    await page.getByText(/^Made by/).waitFor();
  },
  "read the journal": async (page) => {
    await go(page, "/journal");
    await rows(page);
    await times(20, () => keys(page, "j"));
    await keys(page, "Space", "j", "j", "j", "Escape", "x", "j", "x", "Escape", "/");
    await type(page, "rent");
    await page.waitForTimeout(600);
    await keys(page, "Escape");
  },
  "search and go by the palette": async (page) => {
    await keys(page, "Control+k");
    await type(page, "trade rec");
    await page.waitForTimeout(400);
    await keys(page, "ArrowDown", "ArrowUp", "Enter");
    await page.getByRole("heading", { level: 1 }).waitFor();
  },
  "read movements": async (page) => {
    await go(page, "/movements");
    await rows(page);
    await times(20, () => keys(page, "j"));
    await keys(page, "Space", "j", "j", "Escape");
    await page.locator("tr[data-row='3']").first().dblclick();
    await page.waitForURL("**/movements/*");
    await page.getByRole("heading", { level: 1 }).waitFor();
  },
  "receive goods": async (page) => {
    await go(page, "/movements/new?kind=receipt");
    await page.waitForSelector("#scan-field:focus");
    for (const sku of ["22423", "10002", "22423", "10120", "10125"]) {
      await type(page, sku);
      await keys(page, "Enter");
      await page.waitForTimeout(150);
    }
    await page.getByLabel("Cost of all, line 1").focus();
    await type(page, "1200*0.2");
    await keys(page, "Enter");
  },
  "read stock": async (page) => {
    for (const view of ["onHand", "ageing", "turns", "reorder", "valuation"]) {
      await go(page, `/stock?view=${view}`);
      await page.waitForTimeout(400);
      await times(5, () => keys(page, "j"));
    }
  },
  "count": async (page, call) => {
    const { data } = await call.admin("GET", "/inventory/items?limit=200&isActive=true");
    // Two open counts have no goods in common.
    const itemIds = data.slice(40 * counted, 40 * (counted + 1)).map((one) => one.id);
    counted += 1;
    const { id } = await call.admin("POST", "/inventory/counts", { warehouseCode: "DEPOT", itemIds, isBlind: true });
    await go(page, `/counts/${id}`);
    await page.getByRole("grid", { name: "Lines of the sheet" }).waitFor();
    await page.waitForTimeout(300);
    await keys(page, "Enter");
    for (const quantity of ["12", "7", "2+5", "0"]) {
      await type(page, quantity);
      await keys(page, "Enter");
    }
  },
  "read the audit trail": async (page) => {
    await go(page, "/audit");
    await rows(page);
    await times(15, () => keys(page, "j"));
    await keys(page, "Space", "j", "j", "Escape");
  },
  "Today": async (page) => {
    await go(page, "/today");
    await page.getByText("Cash", { exact: true }).first().waitFor();
    await times(12, () => keys(page, "Tab"));
  },
  "open items": async (page) => {
    await go(page, "/open-items?at=2010-12-31");
    await rows(page);
    await times(8, () => keys(page, "j"));
    await keys(page, "Enter");
    await page.waitForTimeout(500);
  },
  "soft-close a month": async (page) => {
    await go(page, "/close/2010-01");
    await page.getByText("Nothing is in the way.").waitFor();
    await keys(page, "]", "[");
    await page.getByText("Nothing is in the way.").waitFor();
    await keys(page, "Control+Enter");
    await page.getByRole("dialog").waitFor();
    await keys(page, "Escape");
  },
};
