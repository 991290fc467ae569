"""The rules of prose: openings of summaries, plain words, and usual names."""

import re

# A question such as "How are logs read?" is a heading, and not a clause without a noun.
CLAUSE = re.compile(r"^(What|Who(?:se|ever)?|That|Those|Of|As (?:much|many)|So (?:much|many|far)|"
                    r"How (?!to\b))\b(?![^.]*\?$)")
PRONOUN = re.compile(r"^(It|Its|They|Their|The same|Such|"
                     r"One(?! of\b| or\b| \w+ (?:per|for each)\b)|"
                     r"This(?! \w+ (?:is|has|was)\b))\b")
SHORT = re.compile(r"^\W*(?:\w[\w'-]*\W+){0,2}\w[\w'-]*\W*$")
NAME_ONLY = re.compile(r"^(?:The )?\w+\.$")

WORDS = [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in [
    (r"\b(?:is|are|was|were|be) told\b(?! apart)", "is reported, is notified"),
    (r"\b(?:tells?|told) of\b", "reports, notifies"),
    (r"\banew\b", "again"),
    # `both of which` follows its noun closely, unlike `a log of which`.
    (r"\b(?<!both )(?<!each )(?<!all )(?<!some )(?<!most )(?<!none )(?<!one )(?<!two )(?<!many )"
     r"of (?:which|whom)\b", "whose, with, including"),
    (r"\bwhoever\b|\bwho (?:wants|has|is|reads|writes|takes)\b(?! (?:access|permission))",
     "a user who, code that, a caller"),
    (r"\b(?:lets?|letting) go of\b|\blet go\b", "releases, discards"),
    (r"\b(?:goes|go|going|went) on\b(?!…)", "continues, resumes"),
    (r"\bstands?\b(?! (?:for|alone|up)\b)", "is, appears, is stored"),
    (r"\bwhat (?:there )?(?:is|are|was|were) (?:said|told|meant|there|to be)\b|"
     r"\bwhat there (?:is|are|was|were)\b", "the noun itself"),
    (r"\b(?<!there )(?:is|are) no (?!longer|more\b|less\b|need)[a-z]+", "isn't a, aren't"),
    (r"\b(?:is|are) to be [a-z]+", "must be, should be"),
    (r"\bbe (?:it|they|there) \b", "whether"),
    (r"\b(?:than|after|keep|takes?|by|for|every|with) so (?:much|many|long|far)\b",
     "up to, at most, this many"),
    (r"\b(?:comes?|came) of\b", "results from"),
    (r"\bhas it that\b|\bin (?:its|their) stead\b|\bwhat all (?:costs|does|is)\b", "plain words"),
    (r"\bnobody's business\b|\bto and fro\b|\bnow and then\b", "plain words"),
    (r"\bunder way\b", "in progress, pending"),
    (r"\bwork(?:s|ed|ing)? off (?:a|an|all|each|every|its|their|them)\b|"
     r"\blook(?:s|ed|ing)? after\b|\b(?:comes?|came|coming) to rest\b",
     "drains, processes, becomes idle"),
    (r"\bjudg(?:e|es|ed|ing)\b|\bsays? of\b", "evaluate, compare, check"),
    (r"\bof no (?:more |further )?use\b", "no longer needed"),
]]
ANY_WORD = re.compile("|".join(pattern.pattern for pattern, _ in WORDS), re.IGNORECASE)

NAMES = [(re.compile(pattern), instead) for pattern, instead in [
    (r"^most(?:_|[A-Z])", "maxX"), (r"^least(?:_|[A-Z])", "minX"),
    (r"^(?:judge|nature|news|patience|trier|wish)(?:$|_|[A-Z])", "a word of the field"),
    (r"^(?:go|goes|going)_?[Oo]n(?:$|_|[A-Z])", "resume, shouldContinue"),
    (r"^is_?[Tt]here$", "exists"),
]]


def plain(text):
    """Returns a text with code replaced by a placeholder of the same length."""
    return re.sub(r"`[^`]*`", lambda code: "X" * len(code.group(0)), text)


def faults_of_words(text):
    """Yields the offset and the message of each word with a plainer one."""
    text = plain(text)
    if not ANY_WORD.search(text):
        return
    for pattern, instead in WORDS:
        for found in pattern.finditer(text):
            yield found.start(), f"'{found.group(0).strip()}' → {instead}"


def fault_of_opening(text):
    """Finds a summary that begins with a clause or a pronoun."""
    text = plain(text).lstrip("*_ ")
    if found := CLAUSE.match(text):
        return f"begins with the clause '{found.group(0)}' → name the thing first"
    if found := PRONOUN.match(text):
        return f"begins with the pronoun '{found.group(0)}' → name the thing first"
    return None


def fault_of_length(summary, declaration):
    """Finds a summary in Swift that only repeats the name of its declaration."""
    is_private = re.search(r"\b(?:private|fileprivate)\b(?!\(set\))", declaration)
    is_public = re.search(r"\b(?:public|open)\b", declaration)
    if is_private and SHORT.match(summary) or not is_public and NAME_ONLY.match(summary):
        return f"'{summary}' repeats the name → delete it"
    return None


def fault_of_name(name):
    for pattern, instead in NAMES:
        if pattern.search(name):
            return f"'{name}' → {instead}"
    return None
