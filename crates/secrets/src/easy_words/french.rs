//! Easy words of French.

use super::WORDS_PER_LANGUAGE;

pub(super) const WORDS: [&str; WORDS_PER_LANGUAGE] = [
    "accord", "acteur", "agenda", "agneau", "aigle", "aimant", "album", "alpage", "ami", "ananas", "animal",
    "arbre", "argent", "atlas", "avion", "avocat", "avril", "bagage", "balcon", "banane", "banque", "bassin",
    "bateau", "berger", "beurre", "bison", "blanc", "bleu", "bocal", "bois", "bonnet", "bouche", "bougie",
    "bravo", "brebis", "brosse", "brume", "bulle", "bureau", "cabane", "cadeau", "cahier", "calme", "camion",
    "canal", "canard", "canif", "canot", "carnet", "castor", "cercle", "cerise", "chaise", "chance", "chat",
    "cheval", "chien", "cigale", "ciseau", "citron", "clair", "cobra", "coffre", "copain", "corde", "coton",
    "courge", "crabe", "crayon", "cube", "cuivre", "danse", "demain", "dessin", "doigt", "domino", "dragon",
    "enfant", "esprit", "farine", "faucon", "ferme", "feu", "figue", "film", "flamme", "fleur", "fleuve",
    "flocon", "foin", "fourmi", "foyer", "fraise", "fruit", "fusain", "galet", "gant", "garage", "gentil",
    "girafe", "givre", "glace", "gomme", "grain", "grand", "grange", "gris", "groupe", "guide", "hamac",
    "hibou", "hiver", "homard", "huile", "jardin", "jaune", "jeton", "jeudi", "jouet", "jour", "jungle",
    "jupe", "juste", "kayak", "kiwi", "koala", "laitue", "lapin", "lettre", "libre", "lilas", "linge",
    "lion", "liste", "loup", "loutre", "lundi", "lune", "lutin", "magie", "maison", "mangue", "marin",
    "marron", "melon", "menthe", "merci", "miel", "milieu", "minute", "miroir", "montre", "moteur", "moulin",
    "mouton", "muguet", "nappe", "nature", "navet", "navire", "neige", "noix", "nord", "nuage", "olive",
    "ombre", "ongle", "orage", "ordre", "ours", "panda", "panier", "papaye", "parc", "parfum", "pente",
    "perle", "petit", "phare", "piano", "pierre", "pilote", "pinson", "pivert", "plage", "plante", "plat",
    "pluie", "poche", "poire", "poney", "porte", "prince", "prune", "puma", "puzzle", "pyjama", "racine",
    "radio", "raisin", "rapide", "ravin", "record", "renard", "requin", "rideau", "rivage", "robe", "robot",
    "rocher", "ronde", "rouge", "ruban", "sable", "sac", "salade", "salon", "signal", "sirop", "ski",
    "soleil", "soupe", "source", "stade", "stylo", "sucre", "sud", "tango", "tapis", "tarte", "terre",
    "tigre", "tomate", "tortue", "toupie", "tresse", "trompe", "truite", "tulipe", "tunnel", "turban",
    "usine", "vague", "valise", "vallon", "vent", "veste", "violon", "virage", "voile", "volcan", "voyage",
    "wagon", "yaourt", "zigzag", "zoo",
];
