//! `hotsplit condense`: the statements, what the rows show, and what is refused.

use crate::cli::run;

const DUMP: &str = "\
-- MySQL dump 10.13
CREATE TABLE `orders` (
  `id` bigint NOT NULL AUTO_INCREMENT,
  `text` text,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB;
INSERT INTO `orders` VALUES (1,'a;b'),(98765432109,NULL);
";

fn condense(args: &[&str], input: &str) -> (String, String, Option<i32>) {
    let output = run(&[&["condense"], args, &["-"]].concat(), input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn a_dump_is_printed_without_its_rows() {
    let (text, message, status) = condense(&[], DUMP);
    let rows =
        "-- hotsplit: rows 2 orders | n=2 len=11 min=1 max=98765432109 | n=1 null=1 len=3 other\n";
    let (statements, _) = DUMP.split_once("INSERT").unwrap();
    assert_eq!(text, format!("-- hotsplit: file source=mysql\n{statements}{rows}"));
    assert_eq!((message.as_str(), status), ("", Some(0)));
}

#[test]
fn it_is_ported_as_the_dump_is() {
    let (text, _, _) = condense(&["--from", "source-mysql"], DUMP);
    let port = |input: &str| run(&["port", "--to", "googlesql", "-"], input).stdout;
    assert_eq!(port(&text), port(DUMP));
    let whole = String::from_utf8(port(DUMP)).unwrap();
    assert!(whole.contains("SKIP RANGE 1, 549755813887"), "{whole}");
}

#[test]
fn what_cannot_be_read_is_refused() {
    let (_, message, status) = condense(&[], "PK\u{3}\u{4}");
    assert_eq!(
        message,
        "hotsplit: -: expected text, found a zip file; unpack it first, as with unzip\n"
    );
    assert_eq!(status, Some(2));
    let (_, message, _) = condense(&[], "SELECT 1;");
    assert!(message.contains("add --from source-mysql or --from source-postgresql"), "{message}");
}
