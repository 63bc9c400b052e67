//! Easy words of Spanish.

use super::WORDS_PER_LANGUAGE;

pub(super) const WORDS: [&str; WORDS_PER_LANGUAGE] = [
    "abeja", "abrigo", "abuela", "aceite", "acero", "actor", "agosto", "aire", "ajo", "alegre", "alma",
    "amigo", "ancla", "anillo", "arado", "arco", "arena", "arpa", "arroz", "atlas", "azada", "azul", "baile",
    "balsa", "banco", "barril", "batido", "bebida", "bodega", "bombo", "bonito", "bosque", "brillo", "brisa",
    "brocha", "brote", "bueno", "buzo", "cable", "cabra", "cacao", "cactus", "cadena", "caldo", "calor",
    "camisa", "campo", "canela", "canoa", "carta", "castor", "centro", "cereza", "cesta", "chico", "chiste",
    "ciclo", "cierto", "cinta", "cisne", "ciudad", "claro", "clavel", "cobre", "cocina", "coco", "cohete",
    "collar", "cometa", "comida", "coral", "cordel", "corona", "crema", "cuadro", "cuello", "cuento",
    "cuerda", "cueva", "dado", "danza", "delta", "dibujo", "diente", "dinero", "disco", "ducha", "dulce",
    "duna", "eco", "enero", "escoba", "espada", "espejo", "faro", "feliz", "feria", "fideo", "finca",
    "flauta", "flecha", "flor", "fogata", "fondo", "fresa", "fruta", "fuente", "gafas", "gallo", "ganso",
    "garaje", "gato", "gente", "gorra", "granja", "grano", "grupo", "guante", "guiso", "harina", "hielo",
    "hierba", "hogar", "hombro", "horno", "hotel", "hueso", "humo", "idea", "iguana", "jarabe", "jarra",
    "jinete", "jirafa", "jueves", "jugo", "julio", "kiwi", "lago", "lana", "leche", "lector", "letra",
    "libro", "lindo", "lista", "lluvia", "loro", "lugar", "madera", "magia", "maleta", "mango", "mantel",
    "mapa", "martes", "marzo", "mesa", "metal", "miel", "minuto", "molino", "moneda", "monte", "mosca",
    "mueble", "mujer", "mundo", "museo", "nave", "nevera", "nido", "noche", "nombre", "norte", "nota",
    "nuez", "obra", "oliva", "orden", "oreja", "oruga", "pala", "pan", "papel", "parque", "pasta", "pausa",
    "pavo", "pecera", "pera", "pez", "piedra", "piloto", "pincel", "pirata", "planta", "playa", "pluma",
    "poema", "postre", "pozo", "premio", "primo", "pulpo", "punto", "radio", "receta", "red", "regalo",
    "reina", "reloj", "remo", "rico", "robot", "rojo", "ropa", "rueda", "sapo", "sastre", "seda", "semana",
    "setas", "siglo", "sombra", "suave", "suerte", "tabla", "tambor", "tarde", "taza", "tecla", "tejado",
    "templo", "tenis", "tienda", "tierra", "tigre", "tijera", "tomate", "torre", "trigo", "trineo", "tronco",
    "trucha", "uva", "valle", "vecino", "venado", "verano", "verde", "viaje", "visita", "vuelo", "yate",
    "zapato",
];
