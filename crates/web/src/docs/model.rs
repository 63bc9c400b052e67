//! The OpenAPI document as the page needs it: operations grouped by tag, records, and their members.

use std::collections::BTreeMap;

use serde_json::Value;

use super::example::Example;
use super::prose::Prose;

/// The address of the list of records.
pub(super) const RECORDS: &str = "/docs/records";

/// The HTTP methods of a path, in the order they are shown.
const METHODS: [&str; 5] = ["get", "post", "put", "delete", "patch"];

/// The whole description.
#[derive(Debug, Default)]
pub(super) struct Interface {
    pub(super) title: String,
    pub(super) version: String,
    pub(super) description: Vec<Prose>,
    pub(super) groups: Vec<Group>,
    pub(super) records: Vec<Record>,
}

/// The operations of one tag.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) anchor: String,
    pub(super) description: Vec<Prose>,
    pub(super) operations: Vec<Operation>,
}

impl Group {
    /// The address of the area's page.
    pub(super) fn path(&self) -> String {
        format!("/docs/{}", self.anchor.trim_start_matches("tag-").to_lowercase())
    }
}

/// One method of one path.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) anchor: String,
    pub(super) method: String,
    pub(super) path: String,
    pub(super) summary: Prose,
    pub(super) description: Vec<Prose>,
    /// Who may call it, from the extension `x-who`.
    pub(super) who: String,
    pub(super) deprecated: bool,
    pub(super) parameters: Vec<Parameter>,
    pub(super) responses: Vec<Answer>,
    pub(super) example: Option<Example>,
}

/// A parameter, or a field of a form.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    /// path, query, header or form.
    pub(super) place: String,
    pub(super) required: bool,
    pub(super) kind: String,
    pub(super) description: Prose,
    pub(super) values: Vec<String>,
}

/// One status and what it means.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: String,
    pub(super) description: Prose,
    pub(super) record: Option<Reference>,
}

/// A record by name.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) name: String,
    pub(super) anchor: String,
}

impl Reference {
    /// The address of the record.
    pub(super) fn path(&self) -> String {
        format!("{RECORDS}/{}#{}", initial(&self.name), self.anchor)
    }
}

/// A record and its members, or the values of an enumeration.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) name: String,
    pub(super) anchor: String,
    pub(super) description: Vec<Prose>,
    pub(super) fields: Vec<Parameter>,
    pub(super) values: Vec<String>,
}

/// The records whose names begin with one letter.
#[derive(Debug)]
pub(super) struct Letter<'a> {
    pub(super) letter: char,
    pub(super) records: Vec<&'a Record>,
}

impl Letter<'_> {
    /// The address of their page.
    pub(super) fn path(&self) -> String {
        format!("{RECORDS}/{}", self.letter)
    }

    /// The letter in headings.
    pub(super) fn name(&self) -> char {
        self.letter.to_ascii_uppercase()
    }
}

impl Interface {
    /// Reads the document; missing parts stay empty.
    pub(super) fn read(document: &Value) -> Self {
        let schemas = &document["components"]["schemas"];
        let reader = Reader { schemas };
        Self {
            title: text(&document["info"]["title"]),
            version: text(&document["info"]["version"]),
            description: paragraphs(&document["info"]["description"]),
            groups: reader.groups(document),
            records: members(schemas).map(|(name, schema)| reader.record(name, schema)).collect(),
        }
    }

    /// The records by their first letters.
    pub(super) fn letters(&self) -> Vec<Letter<'_>> {
        let mut letters: BTreeMap<char, Vec<&Record>> = BTreeMap::new();
        for record in &self.records {
            letters.entry(initial(&record.name)).or_default().push(record);
        }
        letters.into_iter().map(|(letter, records)| Letter { letter, records }).collect()
    }
}

/// Resolves references to schemas.
struct Reader<'a> {
    schemas: &'a Value,
}

impl Reader<'_> {
    fn groups(&self, document: &Value) -> Vec<Group> {
        let mut by_tag: BTreeMap<String, Vec<Operation>> = BTreeMap::new();
        let mut order: Vec<String> = list(&document["tags"]).iter().map(|tag| text(&tag["name"])).collect();
        for (path, item) in members(&document["paths"]) {
            for method in METHODS {
                let Some(operation) = item.get(method) else { continue };
                let tag = operation["tags"][0].as_str().unwrap_or("Other").to_owned();
                if !order.contains(&tag) {
                    order.push(tag.clone());
                }
                by_tag.entry(tag).or_default().push(self.operation(method, path, item, operation));
            }
        }
        let described = |name: &str| {
            let tag = list(&document["tags"]).iter().find(|tag| tag["name"] == name);
            tag.map(|tag| paragraphs(&tag["description"])).unwrap_or_default()
        };
        order
            .into_iter()
            .filter_map(|name| {
                let operations = by_tag.remove(&name)?;
                let (anchor, description) = (anchor("tag", &name), described(&name));
                Some(Group { name, anchor, description, operations })
            })
            .collect()
    }

    fn operation(&self, method: &str, path: &str, item: &Value, operation: &Value) -> Operation {
        let shared = list(&item["parameters"]).iter().chain(list(&operation["parameters"]));
        let mut parameters: Vec<Parameter> = shared.map(|parameter| self.parameter(parameter)).collect();
        parameters.extend(self.form(&operation["requestBody"]));
        Operation {
            anchor: anchor(method, path),
            method: method.to_uppercase(),
            path: path.to_owned(),
            summary: prose(&[&operation["summary"]]),
            description: paragraphs(&operation["description"]),
            who: text(&operation["x-who"]),
            deprecated: operation["deprecated"] == true,
            parameters,
            responses: members(&operation["responses"])
                .map(|(status, response)| self.answer(status, response))
                .collect(),
            example: Example::read(method, path, operation),
        }
    }

    fn parameter(&self, parameter: &Value) -> Parameter {
        let schema = &parameter["schema"];
        Parameter {
            name: text(&parameter["name"]),
            place: text(&parameter["in"]),
            required: parameter["required"] == true,
            kind: self.kind(schema),
            description: prose(&[&parameter["description"], &schema["description"]]),
            values: self.values(schema),
        }
    }

    /// The fields of a body: those of its form if there is one, otherwise those of its schema.
    fn form(&self, body: &Value) -> Vec<Parameter> {
        let content = &body["content"];
        let form = ["application/x-www-form-urlencoded", "multipart/form-data", "application/json"]
            .into_iter()
            .find_map(|kind| content.get(kind));
        form.map(|form| self.fields(self.resolve(&form["schema"]), "form")).unwrap_or_default()
    }

    fn answer(&self, status: &str, response: &Value) -> Answer {
        let schema = members(&response["content"]).next().map(|(_, content)| &content["schema"]);
        let name = schema.and_then(|schema| self.named(schema));
        let record = name.map(|name| Reference { anchor: anchor("record", name), name: name.to_owned() });
        Answer { status: status.to_owned(), description: prose(&[&response["description"]]), record }
    }

    fn record(&self, name: &str, schema: &Value) -> Record {
        Record {
            name: name.to_owned(),
            anchor: anchor("record", name),
            description: paragraphs(&schema["description"]),
            fields: self.fields(schema, ""),
            values: self.values(schema),
        }
    }

    fn fields(&self, schema: &Value, place: &str) -> Vec<Parameter> {
        let required = list(&schema["required"]);
        let own = members(&schema["properties"]).map(|(name, property)| Parameter {
            name: name.to_owned(),
            place: place.to_owned(),
            required: required.iter().any(|entry| entry == name),
            kind: self.kind(property),
            description: prose(&[&property["description"]]),
            values: self.values(property),
        });
        let parts = list(&schema["allOf"]).iter().flat_map(|part| self.fields(self.resolve(part), place));
        own.chain(parts).collect()
    }

    /// A type in words: `text`, `whole number`, `list of TitleSummary`, `text or null`.
    fn kind(&self, schema: &Value) -> String {
        if let Some(name) = self.named(schema).filter(|_| schema.get("items").is_none()) {
            return name.to_owned();
        }
        for word in ["oneOf", "anyOf", "allOf"] {
            let parts: Vec<String> = list(&schema[word]).iter().map(|part| self.kind(part)).collect();
            if !parts.is_empty() {
                return parts.join(" or ");
            }
        }
        let types = match &schema["type"] {
            Value::Array(types) => types.iter().map(text).collect(),
            other => vec![text(other)],
        };
        let words: Vec<String> = types.iter().map(|kind| self.word(kind, schema)).collect();
        words.join(" or ")
    }

    fn word(&self, kind: &str, schema: &Value) -> String {
        match (kind, schema["format"].as_str()) {
            ("array", _) => format!("list of {}", or(self.kind(&schema["items"]), "values".to_owned())),
            ("string", Some("date")) => "date".to_owned(),
            ("string", Some("date-time")) => "timestamp".to_owned(),
            ("string", Some("binary")) => "file".to_owned(),
            ("string", _) => "text".to_owned(),
            ("integer", _) => "whole number".to_owned(),
            ("boolean", _) => "true or false".to_owned(),
            (other, _) => other.to_owned(),
        }
    }

    /// The allowed values of a schema, or of the items of its list.
    fn values(&self, schema: &Value) -> Vec<String> {
        let one = if schema.get("items").is_some() { &schema["items"] } else { schema };
        // The record has its own entry with its values.
        if self.named(one).is_some() {
            return Vec::new();
        }
        list(&one["enum"]).iter().filter(|value| !value.is_null()).map(text).collect()
    }

    /// The name of the record that a schema, or the items of its list, refers to.
    fn named<'v>(&self, schema: &'v Value) -> Option<&'v str> {
        let target = schema["$ref"].as_str().or_else(|| schema["items"]["$ref"].as_str())?;
        let name = target.strip_prefix("#/components/schemas/")?;
        self.schemas.get(name).map(|_| name)
    }

    fn resolve<'v>(&'v self, schema: &'v Value) -> &'v Value {
        match self.named(schema) {
            Some(name) => &self.schemas[name],
            None => schema,
        }
    }
}

/// A string; numbers and booleans as text; empty for anything else.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        _ => String::new(),
    }
}

fn or(text: String, other: String) -> String {
    if text.is_empty() { other } else { text }
}

/// Splits a text into paragraphs at empty lines.
fn paragraphs(value: &Value) -> Vec<Prose> {
    let text = text(value);
    text.split("\n\n").map(|part| Prose::new(part.trim())).filter(|part| !part.is_empty()).collect()
}

/// The first non-empty text.
fn prose(values: &[&Value]) -> Prose {
    Prose::new(values.iter().map(|value| text(value)).find(|text| !text.is_empty()).unwrap_or_default())
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

pub(super) fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// The first letter of a record's name, which its page is named after.
fn initial(name: &str) -> char {
    name.chars().next().filter(char::is_ascii_alphanumeric).unwrap_or('_').to_ascii_lowercase()
}

/// A fragment identifier: lower-case letters, digits and single hyphens.
fn anchor(kind: &str, name: &str) -> String {
    let mut anchor = kind.to_lowercase();
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        anchor.push('-');
        anchor.push_str(word);
    }
    anchor
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Interface, Prose};

    fn document() -> Value {
        json!({
            "info": {"title": "A library", "version": "1", "description": "One.\n\nTwo."},
            "tags": [{"name": "Titles", "description": "Books."}],
            "paths": {
                "/v2/titles/{id}": {
                    "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
                    "get": {
                        "tags": ["Titles"], "summary": "Get a title", "x-who": "Anyone",
                        "parameters": [{"name": "format", "in": "query", "description": "Formats",
                            "schema": {"type": "array", "items": {"type": "string", "enum": ["DAISY", "EPUB3"]}}}],
                        "responses": {"200": {"description": "The title",
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Title"}}}}}
                    },
                    "put": {
                        "tags": ["Editing"],
                        "requestBody": {"content": {"application/x-www-form-urlencoded": {
                            "schema": {"$ref": "#/components/schemas/Edit"}}}},
                        "responses": {"202": {"description": "Taken"}}
                    }
                }
            },
            "components": {"schemas": {
                "Title": {"type": "object", "required": ["name"], "properties": {
                    "name": {"type": "string", "description": "Its name"},
                    "links": {"type": "array", "items": {"$ref": "#/components/schemas/Link"}},
                    "note": {"type": ["string", "null"]},
                    "cover": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Link"}]}}},
                "Edit": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}},
                "Link": {"type": "object", "properties": {"rel": {"type": "string"}}}
            }}
        })
    }

    #[test]
    fn operations_by_tag() {
        let api = Interface::read(&document());
        assert_eq!(api.description, [Prose::new("One."), Prose::new("Two.")]);
        let names: Vec<&str> = api.groups.iter().map(|group| group.name.as_str()).collect();
        assert_eq!(names, ["Titles", "Editing"]);
        let get = &api.groups[0].operations[0];
        assert_eq!((get.method.as_str(), get.path.as_str()), ("GET", "/v2/titles/{id}"));
        assert_eq!((get.anchor.as_str(), get.who.as_str()), ("get-v2-titles-id", "Anyone"));
        let [id, format] = get.parameters.as_slice() else { panic!("two parameters") };
        assert_eq!((id.place.as_str(), id.required, id.kind.as_str()), ("path", true, "whole number"));
        assert_eq!(
            (format.kind.as_str(), format.values.as_slice()),
            ("list of text", &["DAISY".to_owned(), "EPUB3".to_owned()][..])
        );
        assert_eq!(get.responses[0].record.as_ref().unwrap().path(), "/docs/records/t#record-Title");
    }

    #[test]
    fn form_fields_are_parameters() {
        let api = Interface::read(&document());
        let field = &api.groups[1].operations[0].parameters[1];
        assert_eq!((field.name.as_str(), field.place.as_str(), field.required), ("title", "form", true));
    }

    #[test]
    fn records_and_their_members() {
        let api = Interface::read(&document());
        let title = api.records.iter().find(|record| record.name == "Title").unwrap();
        let mut kinds: Vec<(&str, &str)> =
            title.fields.iter().map(|field| (field.name.as_str(), field.kind.as_str())).collect();
        kinds.sort_unstable();
        assert_eq!(
            kinds,
            [
                ("cover", "null or Link"),
                ("links", "list of Link"),
                ("name", "text"),
                ("note", "text or null")
            ]
        );
    }

    #[test]
    fn records_by_letter() {
        let api = Interface::read(&document());
        let letters = api.letters();
        let paths: Vec<String> = letters.iter().map(super::Letter::path).collect();
        assert_eq!(paths, ["/docs/records/e", "/docs/records/l", "/docs/records/t"]);
        assert_eq!((letters[2].name(), letters[2].records[0].name.as_str()), ('T', "Title"));
    }

    #[test]
    fn an_empty_document_is_an_empty_page() {
        let api = Interface::read(&Value::Null);
        assert!(api.groups.is_empty() && api.records.is_empty());
    }
}
