//! The OpenAPI document as the page needs it: operations grouped by tag, records, and their members.

use std::collections::BTreeMap;

use serde_json::Value;

use super::example::RecordedExample;
use super::prose::Prose;

pub(super) const RECORDS_PATH: &str = "/docs/records";

/// The HTTP methods of a path, in the order they are shown.
const HTTP_METHODS: [&str; 5] = ["get", "post", "put", "delete", "patch"];

/// The whole description.
#[derive(Debug, Default)]
pub(super) struct DocumentedInterface {
    pub(super) title: String,
    pub(super) version: String,
    pub(super) description: Vec<Prose>,
    pub(super) groups: Vec<ApiArea>,
    pub(super) records: Vec<ApiRecord>,
}

/// The operations of one tag.
#[derive(Debug)]
pub(super) struct ApiArea {
    pub(super) name: String,
    pub(super) anchor: String,
    pub(super) description: Vec<Prose>,
    pub(super) operations: Vec<ApiOperation>,
}

impl ApiArea {
    pub(super) fn page_path(&self) -> String {
        format!("/docs/{}", self.anchor.trim_start_matches("tag-").to_lowercase())
    }
}

/// One method of one path.
#[derive(Debug)]
pub(super) struct ApiOperation {
    pub(super) anchor: String,
    pub(super) method: String,
    pub(super) path: String,
    pub(super) summary: Prose,
    pub(super) description: Vec<Prose>,
    /// The callers that are allowed, from the extension `x-who`.
    pub(super) who: String,
    pub(super) deprecated: bool,
    pub(super) parameters: Vec<ApiParameter>,
    pub(super) responses: Vec<ApiResponse>,
    pub(super) example: Option<RecordedExample>,
}

/// A parameter, or a field of a form.
#[derive(Debug)]
pub(super) struct ApiParameter {
    pub(super) name: String,
    /// path, query, header or form.
    pub(super) place: String,
    pub(super) required: bool,
    pub(super) kind: String,
    pub(super) description: Prose,
    pub(super) values: Vec<String>,
}

/// One status and its meaning.
#[derive(Debug)]
pub(super) struct ApiResponse {
    pub(super) status: String,
    pub(super) description: Prose,
    pub(super) record: Option<RecordReference>,
}

#[derive(Debug)]
pub(super) struct RecordReference {
    pub(super) name: String,
    pub(super) anchor: String,
}

impl RecordReference {
    pub(super) fn record_path(&self) -> String {
        format!("{RECORDS_PATH}/{}#{}", first_letter(&self.name), self.anchor)
    }
}

/// A record and its members, or the values of an enumeration.
#[derive(Debug)]
pub(super) struct ApiRecord {
    pub(super) name: String,
    pub(super) anchor: String,
    pub(super) description: Vec<Prose>,
    pub(super) fields: Vec<ApiParameter>,
    pub(super) values: Vec<String>,
}

/// The records whose names begin with one letter.
#[derive(Debug)]
pub(super) struct RecordLetter<'a> {
    pub(super) letter: char,
    pub(super) records: Vec<&'a ApiRecord>,
}

impl RecordLetter<'_> {
    pub(super) fn page_path(&self) -> String {
        format!("{RECORDS_PATH}/{}", self.letter)
    }

    pub(super) fn heading(&self) -> char {
        self.letter.to_ascii_uppercase()
    }
}

impl DocumentedInterface {
    /// Reads the document; missing parts stay empty.
    pub(super) fn from_document(document: &Value) -> Self {
        let schemas = &document["components"]["schemas"];
        let reader = SchemaReader { schemas };
        Self {
            title: to_text(&document["info"]["title"]),
            version: to_text(&document["info"]["version"]),
            description: to_paragraphs(&document["info"]["description"]),
            groups: reader.read_areas(document),
            records: as_members(schemas).map(|(name, schema)| reader.read_record(name, schema)).collect(),
        }
    }

    pub(super) fn records_by_letter(&self) -> Vec<RecordLetter<'_>> {
        let mut letters: BTreeMap<char, Vec<&ApiRecord>> = BTreeMap::new();
        for record in &self.records {
            letters.entry(first_letter(&record.name)).or_default().push(record);
        }
        letters.into_iter().map(|(letter, records)| RecordLetter { letter, records }).collect()
    }
}

/// Resolves references to schemas.
struct SchemaReader<'a> {
    schemas: &'a Value,
}

impl SchemaReader<'_> {
    fn read_areas(&self, document: &Value) -> Vec<ApiArea> {
        let mut by_tag: BTreeMap<String, Vec<ApiOperation>> = BTreeMap::new();
        let mut order: Vec<String> =
            as_list(&document["tags"]).iter().map(|tag| to_text(&tag["name"])).collect();
        for (path, item) in as_members(&document["paths"]) {
            for method in HTTP_METHODS {
                let Some(operation) = item.get(method) else { continue };
                let tag = operation["tags"][0].as_str().unwrap_or("Other").to_owned();
                if !order.contains(&tag) {
                    order.push(tag.clone());
                }
                by_tag.entry(tag).or_default().push(self.read_operation(method, path, item, operation));
            }
        }
        let described = |name: &str| {
            let tag = as_list(&document["tags"]).iter().find(|tag| tag["name"] == name);
            tag.map(|tag| to_paragraphs(&tag["description"])).unwrap_or_default()
        };
        order
            .into_iter()
            .filter_map(|name| {
                let operations = by_tag.remove(&name)?;
                let anchor = anchor_id("tag", &name);
                let description = described(&name);
                Some(ApiArea { name, anchor, description, operations })
            })
            .collect()
    }

    fn read_operation(&self, method: &str, path: &str, item: &Value, operation: &Value) -> ApiOperation {
        let shared = as_list(&item["parameters"]).iter().chain(as_list(&operation["parameters"]));
        let mut parameters: Vec<ApiParameter> =
            shared.map(|parameter| self.read_parameter(parameter)).collect();
        parameters.extend(self.read_form_fields(&operation["requestBody"]));
        ApiOperation {
            anchor: anchor_id(method, path),
            method: method.to_uppercase(),
            path: path.to_owned(),
            summary: first_prose(&[&operation["summary"]]),
            description: to_paragraphs(&operation["description"]),
            who: to_text(&operation["x-who"]),
            deprecated: operation["deprecated"] == true,
            parameters,
            responses: as_members(&operation["responses"])
                .map(|(status, response)| self.read_response(status, response))
                .collect(),
            example: RecordedExample::from_operation(method, path, operation),
        }
    }

    fn read_parameter(&self, parameter: &Value) -> ApiParameter {
        let schema = &parameter["schema"];
        ApiParameter {
            name: to_text(&parameter["name"]),
            place: to_text(&parameter["in"]),
            required: parameter["required"] == true,
            kind: self.type_text(schema),
            description: first_prose(&[&parameter["description"], &schema["description"]]),
            values: self.allowed_values(schema),
        }
    }

    /// The fields of a body, from its form if there is one, otherwise from its schema.
    fn read_form_fields(&self, body: &Value) -> Vec<ApiParameter> {
        let content = &body["content"];
        let form = ["application/x-www-form-urlencoded", "multipart/form-data", "application/json"]
            .into_iter()
            .find_map(|kind| content.get(kind));
        form.map(|form| self.read_fields(self.resolve(&form["schema"]), "form")).unwrap_or_default()
    }

    fn read_response(&self, status: &str, response: &Value) -> ApiResponse {
        let schema = as_members(&response["content"]).next().map(|(_, content)| &content["schema"]);
        let name = schema.and_then(|schema| self.record_name(schema));
        let record =
            name.map(|name| RecordReference { anchor: anchor_id("record", name), name: name.to_owned() });
        ApiResponse {
            status: status.to_owned(),
            description: first_prose(&[&response["description"]]),
            record,
        }
    }

    fn read_record(&self, name: &str, schema: &Value) -> ApiRecord {
        ApiRecord {
            name: name.to_owned(),
            anchor: anchor_id("record", name),
            description: to_paragraphs(&schema["description"]),
            fields: self.read_fields(schema, ""),
            values: self.allowed_values(schema),
        }
    }

    fn read_fields(&self, schema: &Value, place: &str) -> Vec<ApiParameter> {
        let required = as_list(&schema["required"]);
        let own = as_members(&schema["properties"]).map(|(name, property)| ApiParameter {
            name: name.to_owned(),
            place: place.to_owned(),
            required: required.iter().any(|entry| entry == name),
            kind: self.type_text(property),
            description: first_prose(&[&property["description"]]),
            values: self.allowed_values(property),
        });
        let parts =
            as_list(&schema["allOf"]).iter().flat_map(|part| self.read_fields(self.resolve(part), place));
        own.chain(parts).collect()
    }

    /// A type in words: `text`, `whole number`, `list of TitleSummary`, `text or null`.
    fn type_text(&self, schema: &Value) -> String {
        if let Some(name) = self.record_name(schema).filter(|_| schema.get("items").is_none()) {
            return name.to_owned();
        }
        for word in ["oneOf", "anyOf", "allOf"] {
            let parts: Vec<String> = as_list(&schema[word]).iter().map(|part| self.type_text(part)).collect();
            if !parts.is_empty() {
                return parts.join(" or ");
            }
        }
        let types = match &schema["type"] {
            Value::Array(types) => types.iter().map(to_text).collect(),
            other => vec![to_text(other)],
        };
        let words: Vec<String> = types.iter().map(|kind| self.type_word(kind, schema)).collect();
        words.join(" or ")
    }

    fn type_word(&self, kind: &str, schema: &Value) -> String {
        match (kind, schema["format"].as_str()) {
            ("array", _) => {
                let items = self.type_text(&schema["items"]);
                format!("list of {}", if items.is_empty() { "values" } else { &items })
            }
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
    fn allowed_values(&self, schema: &Value) -> Vec<String> {
        let one = if schema.get("items").is_some() { &schema["items"] } else { schema };
        // The record has its own entry with its values.
        if self.record_name(one).is_some() {
            return Vec::new();
        }
        as_list(&one["enum"]).iter().filter(|value| !value.is_null()).map(to_text).collect()
    }

    /// The name of the record that a schema, or the items of its list, refers to.
    fn record_name<'v>(&self, schema: &'v Value) -> Option<&'v str> {
        let target = schema["$ref"].as_str().or_else(|| schema["items"]["$ref"].as_str())?;
        let name = target.strip_prefix("#/components/schemas/")?;
        self.schemas.get(name).map(|_| name)
    }

    fn resolve<'v>(&'v self, schema: &'v Value) -> &'v Value {
        match self.record_name(schema) {
            Some(name) => &self.schemas[name],
            None => schema,
        }
    }
}

/// A string; numbers and booleans as text; empty for anything else.
fn to_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        _ => String::new(),
    }
}

/// Splits text into paragraphs at empty lines.
fn to_paragraphs(value: &Value) -> Vec<Prose> {
    let text = to_text(value);
    text.split("\n\n").map(|part| Prose::new(part.trim())).filter(|part| !part.is_empty()).collect()
}

/// The first non-empty text.
fn first_prose(values: &[&Value]) -> Prose {
    Prose::new(values.iter().map(|value| to_text(value)).find(|text| !text.is_empty()).unwrap_or_default())
}

pub(super) fn as_list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

pub(super) fn as_members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// The first letter of a record's name, which its page is named after.
fn first_letter(name: &str) -> char {
    name.chars().next().filter(char::is_ascii_alphanumeric).unwrap_or('_').to_ascii_lowercase()
}

/// A fragment identifier: lower-case letters, digits and single hyphens.
fn anchor_id(kind: &str, name: &str) -> String {
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

    use super::{DocumentedInterface, Prose};

    fn sample_document() -> Value {
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
    fn operations_are_grouped_by_tag() {
        let api = DocumentedInterface::from_document(&sample_document());
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
        assert_eq!(get.responses[0].record.as_ref().unwrap().record_path(), "/docs/records/t#record-Title");
    }

    #[test]
    fn form_fields_are_parameters() {
        let api = DocumentedInterface::from_document(&sample_document());
        let field = &api.groups[1].operations[0].parameters[1];
        assert_eq!((field.name.as_str(), field.place.as_str(), field.required), ("title", "form", true));
    }

    #[test]
    fn records_and_their_members() {
        let api = DocumentedInterface::from_document(&sample_document());
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
    fn records_are_grouped_by_letter() {
        let api = DocumentedInterface::from_document(&sample_document());
        let letters = api.records_by_letter();
        let paths: Vec<String> = letters.iter().map(super::RecordLetter::page_path).collect();
        assert_eq!(paths, ["/docs/records/e", "/docs/records/l", "/docs/records/t"]);
        assert_eq!((letters[2].heading(), letters[2].records[0].name.as_str()), ('T', "Title"));
    }

    #[test]
    fn an_empty_document_is_an_empty_page() {
        let api = DocumentedInterface::from_document(&Value::Null);
        assert!(api.groups.is_empty() && api.records.is_empty());
    }
}
