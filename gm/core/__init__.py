"""What a game may import: the vocabulary, the loop, dice, conditions, sentences, names, the codec."""
