//! Learns the facts of the whole file from its directives.

use crate::base::bounds::NODES_DEFAULT;
use crate::catalogue::{self, StatedFact};
use crate::columns;
use crate::directive::Directive;
use crate::file::{FileFacts, Said, Settings};
use crate::schema::Schema;
use crate::schema::limits::{WRITES_PER_NODE, WRITES_PER_NODE_MULTI_REGION};

/// Processing units of a node.
const UNITS_PER_NODE: f64 = 1000.0;

/// The facts of the file; what its directives state wins over what is given beside it.
pub(super) fn file_facts(schema: &Schema, settings: &Settings) -> FileFacts {
    let nodes = Some(settings.nodes.unwrap_or(NODES_DEFAULT));
    let sequence_for = columns::meant_for(schema);
    let mut file = FileFacts { nodes, sequence_for, ..FileFacts::default() };
    let mut ceiling = None;
    for stated in facts_of_file(schema) {
        match stated.directive {
            Directive::Nodes(nodes) => {
                file.nodes = Some(nodes);
                file.nodes_stated = true;
            }
            Directive::MaxNodes(nodes) => {
                file.max_nodes = Some(nodes);
                file.nodes_stated = true;
            }
            Directive::ProcessingUnits(units) => {
                file.nodes = Some(units / UNITS_PER_NODE);
                file.nodes_stated = true;
            }
            Directive::Ceiling(writes) => ceiling = Some(writes),
            Directive::Source(word) => {
                file.source = Some(Said { word: word.to_owned(), span: stated.fact.span });
            }
            Directive::Client(client) => file.client = Some(client),
            Directive::ReadsPerWrite(reads) => file.reads_per_write = Some(reads),
            Directive::MultiRegion(multi_region) => file.multi_region = multi_region,
            _ => {}
        }
    }
    let published = if file.multi_region { WRITES_PER_NODE_MULTI_REGION } else { WRITES_PER_NODE };
    file.ceiling = ceiling.filter(|&c| c > 0.0).unwrap_or(published);
    file
}

/// Every usable fact, wherever it stands.
fn facts_of_file(schema: &Schema) -> impl Iterator<Item = StatedFact<'_>> {
    let facts = schema.directives.iter().flat_map(|located| &located.directive.facts);
    facts.filter_map(catalogue::read)
}
