//! Easy words of German.

use super::WORDS_PER_LANGUAGE;

pub(super) const WORDS: [&str; WORDS_PER_LANGUAGE] = [
    "abend", "adler", "ahorn", "album", "amsel", "ananas", "anker", "apfel", "april", "aster", "atlas",
    "august", "auto", "bach", "bahn", "balkon", "banane", "bank", "bauer", "becher", "beere", "besen",
    "besuch", "biber", "biene", "bild", "blau", "blume", "bohne", "boot", "brief", "brille", "bruder",
    "butter", "dachs", "dampf", "daumen", "delfin", "dorf", "dorsch", "drache", "duft", "eiche", "eimer",
    "eisen", "elch", "erbse", "ernte", "eule", "faden", "fahne", "feder", "feld", "ferien", "film", "fink",
    "flagge", "flocke", "floh", "flug", "fluss", "freude", "freund", "frucht", "fuchs", "funke", "gabel",
    "garten", "geige", "geist", "gelb", "gerste", "gesang", "gipfel", "glas", "gold", "griff", "grotte",
    "gurke", "hafen", "halle", "hals", "hammer", "hand", "harfe", "hase", "hebel", "heft", "hell", "herbst",
    "herz", "hilfe", "himmel", "hirte", "hof", "holz", "honig", "hotel", "hut", "igel", "insel", "jacke",
    "januar", "jubel", "jugend", "junge", "kachel", "kaffee", "kamel", "kamera", "kamin", "kamm", "kanu",
    "kapsel", "karte", "karton", "kater", "katze", "kegel", "keks", "keller", "kerze", "kiefer", "kiesel",
    "kissen", "kiste", "klee", "kleid", "knopf", "koala", "kobold", "koffer", "komet", "korb", "kreide",
    "kreis", "krone", "kuchen", "kunst", "lampe", "laub", "leben", "lehrer", "leise", "licht", "lilie",
    "linde", "lupe", "lustig", "magnet", "maler", "mango", "markt", "marmor", "melone", "mensch", "milch",
    "minute", "mohn", "mond", "moos", "morgen", "motor", "museum", "musik", "natur", "nelke", "nest", "nord",
    "obst", "oma", "onkel", "orange", "orgel", "osten", "paket", "palast", "palme", "papier", "park",
    "perle", "pferd", "pilz", "pirat", "planet", "platz", "pokal", "post", "prinz", "punkt", "puppe",
    "quelle", "quitte", "rabe", "rahmen", "rakete", "raupe", "regen", "reifen", "riese", "ring", "robbe",
    "rock", "rot", "ruhe", "saft", "salat", "salbei", "samen", "sattel", "schere", "schiff", "schirm",
    "schuh", "schule", "seife", "sessel", "silber", "sofa", "sommer", "spatz", "spiel", "sport", "stein",
    "storch", "stroh", "sturm", "tafel", "tante", "tanz", "tasche", "teich", "tomate", "topf", "traum",
    "treppe", "tulpe", "urlaub", "vulkan", "waage", "wald", "wasser", "weide", "welle", "welt", "winter",
    "wolf", "wort", "wunder", "wurzel", "zange", "zaun", "zimmer", "zirkus", "zucker", "zweig",
];
