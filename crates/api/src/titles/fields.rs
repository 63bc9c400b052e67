//! The form fields of a title's metadata: those of PUT /v2/titles/{serviceId}, which POST /v2/catalog accepts
//! too (docs/rules/titles.md#rule-7, docs/rules/titles.md#rule-9).

use domain::titles::{LexileCode, MusicScoreType, Quality};
use domain::{ContentWarning, UsageRestriction};

use crate::http::{
    Change, Count, Country, Grade, Isbn, Language, OneOf, Replace, ReplaceList, ShortText, SingleLineText,
    Text, Thema, VocalParts, Year, Years,
};
use crate::params;

params! {
    /// Metadata of a title; in a PUT, omitted parameters keep their value.
    pub struct TitleFields {
        /// Title proper.
        title: Replace<SingleLineText<1000>>,
        /// Subtitle; an empty value clears it, as for all optional texts, numbers and codes here.
        subtitle: Change<SingleLineText<1000>>,
        /// Plain text; may contain line breaks.
        synopsis: Change<Text<20_000>>,
        /// Series title.
        series_title: Change<ShortText>,
        /// Series subtitle.
        series_subtitle: Change<ShortText>,
        /// Number in the series.
        series_number: Change<ShortText>,
        /// Copyright holder.
        copyright_holder: Change<ShortText>,
        /// Edition statement.
        edition: Change<ShortText>,
        /// Publisher.
        publisher: Change<ShortText>,
        /// A category code of an outside scheme.
        external_category_code: Change<ShortText>,
        /// Notes for readers; may contain line breaks.
        notes: Change<Text<8000>>,
        /// A comment for the history.
        comments: Option<Text<2000>>,
        /// The library's own product number, unique within the collection.
        product_identifier: Change<ShortText>,
        /// Lexile prefix.
        lexile_code: Change<OneOf<LexileCode>>,
        /// Lexile measure.
        lexile_number: Change<ShortText>,
        /// ISBN-10 or 13, kept as ISBN-13.
        isbn13: Change<Isbn>,
        /// Names of authors: `Jane Austen` or `Austen, Jane`. A list replaces the stored one; one empty value
        /// clears it.
        authors: ReplaceList<ShortText>,
        /// Names of abridgers.
        abridgers: ReplaceList<ShortText>,
        /// Names of adapters.
        adapters: ReplaceList<ShortText>,
        /// Names of arrangers.
        arrangers: ReplaceList<ShortText>,
        /// Names of composers.
        composers: ReplaceList<ShortText>,
        /// Names of co-writers.
        co_writers: ReplaceList<ShortText>,
        /// Names of editors.
        editors: ReplaceList<ShortText>,
        /// Names of authors of epilogues.
        epilogue_bys: ReplaceList<ShortText>,
        /// Names of authors of forewords.
        foreward_bys: ReplaceList<ShortText>,
        /// Names of illustrators.
        illustrators: ReplaceList<ShortText>,
        /// Names of authors of introductions.
        introduction_bys: ReplaceList<ShortText>,
        /// Names of lyricists.
        lyricists: ReplaceList<ShortText>,
        /// Names of transcribers.
        transcribers: ReplaceList<ShortText>,
        /// Names of translators.
        translators: ReplaceList<ShortText>,
        /// Copyright year.
        copyright_date: Change<Year>,
        /// Youngest reader, in years.
        reading_age_minimum: Change<Years>,
        /// Oldest reader, in years.
        reading_age_maximum: Change<Years>,
        /// Number of print pages.
        num_pages: Change<Count>,
        /// Closed to minors by default.
        adult_content: Replace<bool>,
        /// May be recommended.
        allow_recommend: Replace<bool>,
        /// Chord symbols are printed.
        has_chord_symbols: Change<bool>,
        /// Open to member countries of the Marrakesh treaty.
        marrakesh_eligible: Replace<bool>,
        /// No proof of disability is required.
        marrakesh_pod_exception: Replace<bool>,
        /// Open to trial subscriptions.
        available_to_demo: Replace<bool>,
        /// May be distributed everywhere.
        available_worldwide: Replace<bool>,
        /// Images have descriptions.
        has_embedded_image_descriptions: Change<bool>,
        /// From the national source for students.
        nimac_restricted: Replace<bool>,
        /// Names of the library's own categories; unknown ones are created.
        categories: ReplaceList<ShortText>,
        /// BISAC codes or headings.
        bisac_categories: ReplaceList<ShortText>,
        /// Thema codes, subjects and qualifiers, in order.
        thema_categories: ReplaceList<Thema>,
        /// The only countries where it may be distributed, unless `availableWorldwide` is sent with them.
        countries: ReplaceList<Country>,
        /// Languages of the text; at least one.
        languages: ReplaceList<Language>,
        /// Grades, ONIX code list 77 or BIC.
        grades: ReplaceList<Grade>,
        /// Other ISBNs.
        related_isbns: ReplaceList<Isbn>,
        /// Instruments.
        instruments: ReplaceList<ShortText>,
        /// States where it may be distributed: ISO 3166-2, or its second part if the country is clear.
        states: ReplaceList<ShortText>,
        /// Content warnings.
        content_warnings: ReplaceList<OneOf<ContentWarning>>,
        /// Usage restriction by copyright.
        usage_restriction: Replace<OneOf<UsageRestriction>>,
        /// Kind of score.
        music_score_type: Change<OneOf<MusicScoreType>>,
        /// Quality of the scan.
        quality: Change<OneOf<Quality>>,
        /// Musical key.
        key: Change<ShortText>,
        /// Movement number.
        movement_number: Change<ShortText>,
        /// Movement title.
        movement_title: Change<ShortText>,
        /// Opus.
        opus: Change<ShortText>,
        /// Country of first publication.
        origin_country: Change<Country>,
        /// A combination of S, A, T, B.
        vocal_parts: Change<VocalParts>,
    }
}
