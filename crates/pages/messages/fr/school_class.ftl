# Un titre pour une classe : qui peut l’avoir.
class-link = Qui peut l’avoir
class-title = Pour vos membres : { $name }
class-counts-open = { $count ->
    [0] Aucun de ces membres ne peut l’avoir actuellement.
    [one] Un de ces membres peut l’avoir actuellement.
   *[other] { $count } de ces membres peuvent l’avoir actuellement.
}
class-counts-closed = { $count ->
    [one] Un ne le peut pas.
   *[other] { $count } ne le peuvent pas.
}
class-counts-told = Pourquoi, dans les mots que lit un membre, et ce qui y changerait quelque chose :
class-counts-reason = { $count ->
    [one] un membre
   *[other] { $count } membres
}
class-uncounted = Pour voir combien de ces membres peuvent l’avoir, utilisez les filtres jusqu’à ce qu’ils trouvent au plus { $count } membres.
class-column = Peut l’avoir
class-open = Oui
class-closed = Non.
class-assigned = Attribué
class-downloaded = L’a déjà eu
class-assign = { $count ->
    [one] L’attribuer au seul membre qui peut l’avoir
   *[other] L’attribuer aux { $count } membres qui peuvent l’avoir
}

# Une liste de lecture pour une classe : combien peuvent avoir ses livres.
class-list-link = Donner cette liste à des membres
class-list-open = Voir la liste
class-list-give = { $count ->
    [one] Donner la liste au seul membre
   *[other] Donner la liste aux { $count } membres
}
class-list-kept = Seules les personnes qui peuvent modifier cette liste peuvent la donner à des membres. Vous pouvez attribuer ses livres un par un.
class-list-caption = Combien de ces membres peuvent avoir chaque livre actuellement
class-list-title = Livre
class-list-may = Peuvent l’avoir
class-list-may-not = Ne peuvent pas l’avoir
class-list-uncounted = Pour voir combien de ces membres peuvent avoir chaque livre, utilisez les filtres jusqu’à ce qu’ils trouvent au plus { $count } membres.

# Ce qui lèverait un motif, pour un responsable.
class-change-formats = La bibliothèque prépare les formats ; revenez plus tard.
class-change-country = L’adresse de votre organisation décide. Si elle est fausse, le personnel de la bibliothèque peut la corriger.
class-change-locked = Le personnel de la bibliothèque peut débloquer le compte.
class-change-agreement = Le contact principal de votre organisation signe l’accord avec la bibliothèque.
class-change-subscription = Le contact principal de votre organisation demande un abonnement à la bibliothèque.
class-change-suspended = Le contact principal de votre organisation en demande la raison à la bibliothèque.
class-change-proof-submitted = La bibliothèque l’examine. Si votre école connaît le handicap, elle peut le confirmer.
class-change-proof = Si votre école connaît le handicap, indiquez-le dans la liste des membres. Sinon, le membre s’adresse à une autorité.
class-change-adult = Vous décidez si le membre peut lire de tels livres ; le personnel de la bibliothèque peut l’activer.
class-change-plan = Si le membre a un programme d’enseignement individualisé, indiquez-le.
class-change-assign = Attribuez-le au membre.
class-change-limit = Du temps, ou un abonnement avec plus de livres.
class-change-library = Le personnel de la bibliothèque peut aider.

# La commande de copies.
class-order-heading = Commander des copies
class-order-text = Chaque membre reçoit sa propre copie, marquée à son nom. Ne la donnez à personne d’autre.
class-order = Commander les copies
class-orders = Copies que vous avez commandées
class-choose-members = Choisissez les membres
class-choose-fewer = Choisissez au plus { $count } membres
class-choose-format = Choisissez un format

# L’état des copies commandées.
copies-title = Copies pour des membres : { $name }
copies-ordered = Les copies ont été commandées.
copies-waiting = Les copies sont en préparation. Cette page vérifie d’elle-même.
copies-waiting-long = Les copies sont encore en préparation. Vous pouvez quitter cette page et y revenir pendant deux jours.
copies-progress = { $ready } sur { $count }
copies-ready = { $count ->
    [0] Aucune copie n’est prête.
    [one] Une copie est prête.
   *[other] { $count } copies sont prêtes.
}
copies-keep = Les copies sont gardées un jour. Chacune est marquée au nom de son lecteur : ne la donnez à personne d’autre.
copies-archive = { $count ->
    [one] Télécharger la copie dans un fichier zip
   *[other] Télécharger les { $count } copies dans un fichier zip
}
copies-missing = Sans copie
copies-single = Une par une
copies-one = Télécharger
copies-unfinished = En préparation
copies-more = Commander d’autres copies
copies-failed = La copie n’a pas pu être faite.
copies-gone = La copie n’est plus gardée.
copies-no-format = Ce livre n’est pas disponible dans ce format.
copies-too-many = Trop d’autres copies sont en préparation pour vous.
copies-change-again = Commandez-la à nouveau.
copies-change-later = Commandez-la quand elles seront prêtes.
