/**
 * `imsmanifest.xml` of a SCORM 1.2 package: one organization, an item and a resource for each lesson,
 * and every file of the package named.
 */

/** A lesson of a package. */
export interface Item {
  readonly slug: string;
  readonly title: string;
  /** Its page in the package. */
  readonly page: string;
}

/** What is in a package. */
export interface Contents {
  /** Names the package among others. */
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly items: readonly Item[];
  /** Files that every lesson needs. */
  readonly shared: readonly string[];
}

/** Id of the resource that the others depend on. */
const SHARED = "shared";

/** Writes it. */
export function manifest({ id, title, version, items, shared }: Contents): string {
  const item = ({ slug, title }: Item) =>
    `      <item identifier="item-${slug}" identifierref="resource-${slug}" isvisible="true">
        <title>${text(title)}</title>
      </item>`;
  const resource = ({ slug, page }: Item) =>
    `    <resource identifier="resource-${slug}" type="webcontent" adlcp:scormtype="sco" href="${text(page)}">
      <file href="${text(page)}"/>
      <dependency identifierref="${SHARED}"/>
    </resource>`;
  const files = [...shared].sort().map((file) => `      <file href="${text(file)}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${text(id)}" version="${text(version)}"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${text(title)}</title>
${items.map(item).join("\n")}
    </organization>
  </organizations>
  <resources>
${items.map(resource).join("\n")}
    <resource identifier="${SHARED}" type="webcontent" adlcp:scormtype="asset">
${files.join("\n")}
    </resource>
  </resources>
</manifest>
`;
}

/** Text as XML has it. */
function text(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
