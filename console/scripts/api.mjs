// Writes the types of the API from its committed document: a screen that asks for what is not there does not compile.
import { writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const document = new URL("../../docs/reference/openapi.json", import.meta.url);
const types = await openapiTS(document, { defaultNonNullable: false });
await writeFile(new URL("../src/api/schema.d.ts", import.meta.url), astToString(types));
