//! The fields of the index.

use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
};

use crate::listed;

/// Incremented with every change of the indexed data or its form. Each version has an index of its own.
pub(crate) const SCHEMA_VERSION: u32 = 14;

#[derive(Debug, Clone)]
pub(crate) struct SchemaFields {
    pub(crate) id: Field,
    /// Words of title, subtitle, series and contributors, ISBNs, and the number in the series; a term's
    /// frequency is its weight.
    pub(crate) keyword: Field,
    /// Words of title and subtitle, weighted the same way.
    pub(crate) title: Field,
    /// Words of authors' names; a word's position is the number of the person.
    pub(crate) author: Field,
    /// Words of narrators' names, likewise.
    pub(crate) narrator: Field,
    /// Words of composers' names, likewise.
    pub(crate) composer: Field,
    /// The whole title as one term, in each way to write it.
    pub(crate) whole_title: Field,
    /// Everything that is filtered by, as `kind:value`; see [`crate::terms`].
    pub(crate) tag: Field,
    /// The title's sort key.
    pub(crate) title_key: Field,
    /// The first author's sort key.
    pub(crate) author_key: Field,
    /// Time at which it went live, in seconds.
    pub(crate) added_seconds: Field,
    /// Time of the last change, in seconds.
    pub(crate) updated_seconds: Field,
    pub(crate) copyright: Field,
    /// Number in the series, in thousandths.
    pub(crate) series_number: Field,
    /// The shortest audio, in seconds.
    pub(crate) duration: Field,
    /// Youngest reader.
    pub(crate) age_from: Field,
    /// Oldest reader.
    pub(crate) age_to: Field,
    /// Number of words of the title, at most 255.
    pub(crate) length: Field,
    /// Display names of authors, for the facet.
    pub(crate) authors: Field,
    /// Names of categories, for the facet.
    pub(crate) categories: Field,
}

pub(crate) fn build_schema() -> (Schema, SchemaFields) {
    let mut schema = Schema::builder();
    let text = |record| {
        let indexing = TextFieldIndexing::default().set_fieldnorms(false).set_index_option(record);
        TextOptions::default().set_indexing_options(indexing.set_tokenizer(listed::TOKENIZER_NAME))
    };
    let keys = TextOptions::default().set_fast("raw");
    let number = NumericOptions::default() | FAST;
    let fields = SchemaFields {
        id: schema.add_i64_field("id", FAST | INDEXED),
        keyword: schema.add_text_field("keyword", text(IndexRecordOption::WithFreqs)),
        title: schema.add_text_field("title", text(IndexRecordOption::WithFreqs)),
        author: schema.add_text_field("author", text(IndexRecordOption::WithFreqsAndPositions)),
        narrator: schema.add_text_field("narrator", text(IndexRecordOption::WithFreqsAndPositions)),
        composer: schema.add_text_field("composer", text(IndexRecordOption::WithFreqsAndPositions)),
        whole_title: schema.add_text_field("exact", text(IndexRecordOption::WithFreqs)),
        tag: schema.add_text_field("tag", text(IndexRecordOption::Basic)),
        title_key: schema.add_text_field("title_key", keys.clone()),
        author_key: schema.add_text_field("author_key", keys.clone()),
        added_seconds: schema.add_i64_field("added", number.clone()),
        updated_seconds: schema.add_i64_field("updated", number.clone()),
        copyright: schema.add_i64_field("copyright", number.clone()),
        series_number: schema.add_i64_field("series_number", number.clone()),
        duration: schema.add_i64_field("duration", number.clone()),
        age_from: schema.add_i64_field("age_from", number.clone()),
        age_to: schema.add_i64_field("age_to", number.clone()),
        length: schema.add_i64_field("length", number),
        authors: schema.add_text_field("authors", keys.clone()),
        categories: schema.add_text_field("categories", keys),
    };
    (schema.build(), fields)
}
